/* The beginning of the page: what all operations have in common. Runs in the browser. */
import { ownBlock, textOf } from './texts.js';
import { withCode } from './words.js';

/** On phones the operations begin on the first screen, and the section before them is closed. */
const isOpen = window.matchMedia('(width >= 48rem)').matches;

/** Says who is signed in, or that a session is needed. @param {Function} h */
function sessionInWords(h) {
  const email = document.getElementById('documentation')?.dataset.email;
  if (!email) return textOf('signIn');
  const [before, after] = textOf('signedIn').split('{{email}}');
  return [before, h('bdi', { key: 'email' }, email), after];
}

/**
 * Returns the component that replaces Swagger UI's introduction, which is in no landmark and cannot be folded.
 *
 * @param {any} system
 */
export const introductionOf =
  ({ React: { createElement: h }, getComponent }) =>
  (/** @type {any} */ { specSelectors }) => {
    const { title, version } = specSelectors.info().toJS();
    const Markdown = getComponent('Markdown', true);
    const behaviour = ['lists', 'writes', 'errorBody'].map((key) => `- ${textOf(key)}`).join('\n');
    return h(
      'section',
      { className: 'info', 'aria-label': textOf('introduction'), ...ownBlock },
      h(
        'h1',
        { className: 'title' },
        title,
        h('small', null, textOf('version').replace('{{version}}', version)),
      ),
      h('p', null, sessionInWords(h)),
      h(
        'details',
        { open: isOpen },
        h('summary', null, h('h2', null, textOf('behaviour'))),
        h('p', { className: 'renderedMarkdown' }, withCode(textOf('keys'), h)),
        h(Markdown, { source: behaviour }),
      ),
    );
  };
