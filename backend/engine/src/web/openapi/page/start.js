/* Starts Swagger UI. Runs in the browser, as it is. */
import { authorizationPopup, authorizeBtn } from './api-key.js';
import { codeOf } from './code.js';
import { showContents } from './contents.js';
import { introductionOf } from './introduction.js';
import { operationOf } from './operation.js';
import { compareOperations, operationGroupOf } from './operation-group.js';
import { resolveSubtree } from './resolve.js';

/**
 * The parts of Swagger UI that the page has its own of, since theirs show the structure of the document rather than
 * what a reader looks for. Besides, Swagger UI has links inside of buttons.
 */
const ownParts = () => ({
  fn: { resolveSubtree },
  statePlugins: {
    // Swagger UI's own scrolling ends below the bar of the product, as it does not know the padding of the page.
    layout: {
      wrapActions: {
        scrollToElement: () => (/** @type {Element} */ element) => element.scrollIntoView(),
      },
    },
  },
  wrapComponents: {
    authorizeBtn,
    authorizationPopup,
    // The page has one button for the key.
    authorizeOperationBtn: () => () => null,
    OperationTag: operationGroupOf,
    operation: (/** @type {unknown} */ _operation, /** @type {any} */ system) => operationOf(system),
    HighlightCode: (/** @type {unknown} */ _code, /** @type {any} */ { React }) => codeOf(React),
    DeepLink:
      (/** @type {unknown} */ _link, /** @type {any} */ { React }) =>
      (/** @type {any} */ { text }) =>
        React.createElement('span', null, text),
    InfoContainer: (/** @type {unknown} */ _container, /** @type {any} */ system) => introductionOf(system),
  },
});

// @ts-expect-error: another script of the page defines it
const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  operationsSorter: compareOperations,
  // Each operation shows its schemas.
  defaultModelsExpandDepth: -1,
  plugins: [ownParts],
  // The server rejects a request with both an API key and the cookie of a session.
  requestInterceptor: (/** @type {any} */ request) =>
    request.headers?.Authorization ? { ...request, credentials: 'omit' } : request,
  onComplete: () => showContents(ui),
});
