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
 * Lists the groups of operations beside them; a link opens its group. The first one is open, unless the address names
 * another: all of them would take seconds to render with some fifty entries.
 */
function showContents() {
  const { specSelectors, layoutActions } = ui;
  const contents = document.getElementById('contents');
  /** @type {string[]} */
  const names = specSelectors.taggedOperations().keySeq().toArray();
  contents?.replaceChildren(
    ...names.map((name) => {
      const link = document.createElement('a');
      link.textContent = name;
      link.href = `#/${encodeURIComponent(name)}`;
      link.addEventListener('click', () => {
        layoutActions.show(['operations-tag', name], true);
        document.getElementById(`operations-tag-${CSS.escape(name.replaceAll(' ', '_'))}`)?.scrollIntoView();
      });
      return link;
    }),
  );
  contents?.toggleAttribute('hidden', names.length < 2);
  if (names[0] !== undefined && !location.hash) layoutActions.show(['operations-tag', names[0]], true);
}

// @ts-expect-error: another script of the page defines it
const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  plugins: [resolvesOpenedPart],
  onComplete: showContents,
});
