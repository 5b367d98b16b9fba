/* The fields of a body or a response. Runs in the browser. */
import { own, textOf } from './texts.js';
import { alternativesOf, objectIn, typeInWords, withCode } from './words.js';

/** The deepest level of fields within fields: schemas may refer to themselves. */
const MAX_DEPTH = 5;

/** Returns the type of a field: of one that contains fields, only whether it is a list or may be null. @param {any} schema */
function typeOfField(schema) {
  if (!objectIn(schema)) return typeInWords(schema);
  const isNull = (schema.anyOf ?? schema.oneOf)?.some((/** @type {any} */ { type }) => type === 'null');
  return `${schema.type === 'array' ? 'list of objects' : 'object'}${isNull ? ' or null' : ''}`;
}

/**
 * Returns the component that lists the fields of a schema. Those of an input show whether they are required.
 *
 * @param {any} React
 */
export function propertiesOf({ createElement: h }) {
  return function Properties(/** @type {any} */ { schema, isInput, depth = 0 }) {
    const forms = alternativesOf(schema ?? {}).filter(({ properties }) => properties);
    if (forms.length > 1)
      return forms.map((form, index) =>
        h(
          'div',
          { key: index },
          h('p', { className: 'form', ...own }, textOf(index === 0 ? 'either' : 'or')),
          h(Properties, { schema: form, isInput, depth }),
        ),
      );
    const object = objectIn(schema);
    const entries = Object.entries(object?.properties ?? {});
    if (entries.length === 0)
      return depth === 0 ? h('p', { className: 'type' }, typeInWords(schema ?? {})) : null;
    return h(
      'ul',
      { className: 'fields' },
      ...entries.map(([name, part]) =>
        h(
          'li',
          { key: name },
          h('code', null, name),
          h('span', { className: 'type' }, typeOfField(part)),
          isInput &&
            object?.required?.includes(name) &&
            h('span', { className: 'required', ...own }, textOf('required')),
          part.description && h('p', null, withCode(part.description, h)),
          depth < MAX_DEPTH &&
            objectIn(part)?.properties &&
            h(
              'details',
              null,
              h('summary', own, textOf('fields')),
              h(Properties, { schema: part, isInput, depth: depth + 1 }),
            ),
        ),
      ),
    );
  };
}
