/* Reads the OpenAPI document. Runs in the browser, as it is. */

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
 *
 * @param {any} document
 * @param {readonly string[]} path
 */
export const resolveSubtree = async (document, path) => ({
  spec: resolve(
    path.reduce((part, name) => part?.[name], document),
    document,
  ),
  errors: [],
});
