/* The beginning of the page: what all operations have in common. Runs in the browser. */

/** On phones the operations begin on the first screen, and the sections before them are closed. */
const isOpen = window.matchMedia('(width >= 48rem)').matches;

/**
 * Divides the description into its beginning and its sections.
 *
 * @param {string} description
 */
function divided(description) {
  const [first = '', ...rest] = description.split(/^## /m);
  const sections = rest.map((text) => {
    const end = text.indexOf('\n');
    return { title: text.slice(0, end), text: text.slice(end) };
  });
  return { first, sections };
}

/**
 * Returns the component that replaces Swagger UI's introduction, which is in no landmark and cannot be folded.
 *
 * @param {any} system
 */
export const introductionOf =
  ({ React: { createElement: h }, getComponent }) =>
  (/** @type {any} */ { specSelectors }) => {
    const { title, version, description = '' } = specSelectors.info().toJS();
    const { first, sections } = divided(description);
    const Markdown = getComponent('Markdown', true);
    return h(
      'section',
      { className: 'info', 'aria-label': 'Introduction' },
      h('h1', { className: 'title' }, title, h('small', null, `Version ${version}`)),
      h(Markdown, { source: first }),
      ...sections.map((section) =>
        h(
          'details',
          { key: section.title, open: isOpen },
          h('summary', null, h('h2', null, section.title)),
          h(Markdown, { source: section.text }),
        ),
      ),
    );
  };
