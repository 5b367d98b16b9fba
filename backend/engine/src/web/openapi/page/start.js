/* Starts Swagger UI. Runs in the browser, as it is. */

const COMPONENT = /^#\/components\/([\w.-]+)\/([\w.-]+)$/;

/**
 * Returns a part of the document with each reference replaced by the component that it leads to. One that leads back to
 * what it stands in is left as it is.
 *
 * @param {any} part
 * @param {{ components?: any, open?: string[] }} context
 * @returns {unknown}
 */
function resolve(part, { components, open = [] }) {
  if (Array.isArray(part)) return part.map((item) => resolve(item, { components, open }));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part;
  const [, section = '', name = ''] =
    (typeof $ref === 'string' && !open.includes($ref) && COMPONENT.exec($ref)) || [];
  const component = components?.[section]?.[name];
  if (component) return resolve(component, { components, open: [...open, $ref] });
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, resolve(value, { components, open })]),
  );
}

/**
 * Resolves the part of the document that is opened. Swagger UI's own way reads the whole document each time, and takes
 * more than ten seconds with some fifty entries (docs/decisions/shared-parts-of-the-openapi-document.md).
 */
const resolvesOpenedPart = () => ({
  fn: {
    resolveSubtree: async (/** @type {any} */ document, /** @type {string[]} */ path) => ({
      spec: resolve(
        path.reduce((part, name) => part?.[name], document),
        document,
      ),
      errors: [],
    }),
  },
});

/**
 * What Swagger UI leaves to screen readers and keyboards: no links inside of buttons, the beginning of the page in a
 * landmark, and code that scrolls by keys.
 */
const isAccessible = () => ({
  wrapComponents: {
    DeepLink:
      (/** @type {unknown} */ _link, /** @type {any} */ { React }) =>
      (/** @type {any} */ { text }) =>
        React.createElement('span', null, text),
    InfoContainer:
      (/** @type {unknown} */ container, /** @type {any} */ { React }) =>
      (/** @type {any} */ properties) =>
        React.createElement(
          'section',
          { 'aria-label': 'Introduction' },
          React.createElement(container, properties),
        ),
    HighlightCode:
      (/** @type {unknown} */ code, /** @type {any} */ { React }) =>
      (/** @type {any} */ properties) =>
        React.createElement('div', { className: 'code', tabIndex: 0 }, React.createElement(code, properties)),
  },
});

/** A name in the ids that Swagger UI gives to elements. @param {string} name */
const inId = (name) => CSS.escape(name.replaceAll(' ', '_'));

/**
 * Opens a group, or an operation of it, and scrolls to it.
 *
 * @param {string} group
 * @param {string} [operation]
 */
function openTarget(group, operation) {
  const { layoutActions } = ui;
  layoutActions.show(['operations-tag', group], true);
  if (operation) layoutActions.show(['operations', group, operation], true);
  const id = operation ? `operations-${inId(group)}-${inId(operation)}` : `operations-tag-${inId(group)}`;
  // React has rendered it by the frame after the next.
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView()));
}

/**
 * Returns an item of the list beside the operations.
 *
 * @param {{ group: string, operation?: string, lines: (string | Node)[] }} target
 */
function linkTo({ group, operation, lines }) {
  const link = document.createElement('a');
  link.append(...lines);
  link.href = ['#', group, ...(operation ? [operation] : [])]
    .map(encodeURIComponent)
    .join('/')
    .replace('%23', '#');
  link.addEventListener('click', () => {
    openTarget(group, operation);
    if (operation) return;
    for (const other of document.querySelectorAll('#links a')) other.toggleAttribute('aria-current', false);
    link.setAttribute('aria-current', 'true');
  });
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/**
 * Returns the operations whose path, method or summary contains every word.
 *
 * @param {string} words
 */
function search(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Element[]} */
  const found = [];
  for (const [group, tagged] of ui.specSelectors.taggedOperations().entrySeq()) {
    for (const entry of tagged.get('operations')) {
      const { path, method, operation } = entry.toObject();
      const summary = operation.get('summary') ?? '';
      const text = `${method} ${path} ${summary}`.toLowerCase();
      if (!wanted.every((word) => text.includes(word))) continue;
      const code = document.createElement('code');
      code.textContent = `${method.toUpperCase()} ${path}`;
      found.push(linkTo({ group, operation: operation.get('operationId'), lines: [code, summary] }));
    }
  }
  return found;
}

/**
 * Lists the groups of operations beside them, or what the search finds. The first group is open, unless the address
 * names another: all of them would take seconds to render with some fifty entries.
 */
function showContents() {
  /** @type {string[]} */
  const names = ui.specSelectors.taggedOperations().keySeq().toArray();
  const links = document.getElementById('links');
  const field = document.getElementById('search');
  if (!links || !(field instanceof HTMLInputElement)) return;
  const showGroups = () => {
    links.className = '';
    links.replaceChildren(...names.map((group) => linkTo({ group, lines: [group] })));
  };
  field.addEventListener('input', () => {
    if (!field.value.trim()) return showGroups();
    const found = search(field.value);
    links.className = 'found';
    const nothing = document.createElement('li');
    nothing.append(document.createElement('p'));
    nothing.firstElementChild?.append('Nothing found');
    links.replaceChildren(...(found.length > 0 ? found : [nothing]));
  });
  // Enter opens the first result.
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' && field.value.trim()) links.querySelector('a')?.click();
  });
  showGroups();
  document.getElementById('contents')?.toggleAttribute('hidden', names.length < 2);
  if (names[0] === undefined || location.hash) return;
  ui.layoutActions.show(['operations-tag', names[0]], true);
  links.querySelector('a')?.setAttribute('aria-current', 'true');
}

// @ts-expect-error: another script of the page defines it
const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  plugins: [resolvesOpenedPart, isAccessible],
  onComplete: showContents,
});
