/* The parameters of an operation, and the fields in which they are entered. Runs in the browser. */
import { own, textOf } from './texts.js';
import { typeInWords, withCode } from './words.js';

/** The parts of a filter's name: the field and the operator. A filter by equality has the name of its field. */
const FILTER = /^([a-z]\w*?)_(ne|gte?|lte?|like|startsWith|all|null)$/;

/** @type {[place: string, title: string][]} */
const PLACES = [
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'headers'],
];

/**
 * Divides query parameters into those of the list itself, and its filters.
 *
 * @param {any[]} query
 */
function dividedBy(query) {
  const fields = new Set(query.flatMap(({ name }) => FILTER.exec(name)?.[1] ?? []));
  const isFilter = (/** @type {any} */ { name }) => fields.has(FILTER.exec(name)?.[1] ?? name);
  return [query.filter((one) => !isFilter(one)), query.filter(isFilter)];
}

/**
 * Returns the component that lists the parameters of an operation.
 *
 * @param {any} system
 */
export function parametersOf({ React: { createElement: h }, Im }) {
  /** The field of a parameter. Several values are separated by commas. */
  function Field(/** @type {any} */ { parameter, value, change }) {
    const { name, schema = {}, required, example } = parameter;
    const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    const isList = schema.type === 'array';
    const properties = {
      'aria-label': name,
      required,
      value: Array.isArray(value) ? value.join(',') : (value ?? ''),
      onChange: (/** @type {any} */ { target }) => {
        const text = target.value;
        change(parameter, text === '' ? undefined : isList ? Im.List(text.split(',')) : text);
      },
    };
    if (choices)
      return h(
        'select',
        properties,
        h('option', { value: '' }, '–'),
        ...choices.map((/** @type {any} */ one) => h('option', { key: one }, one)),
      );
    const hint = example ?? (isList ? 'several: separated by commas' : '');
    return h('input', { ...properties, type: 'text', placeholder: hint === '' ? '' : String(hint) });
  }

  function List(/** @type {any} */ { parameters, isTried, valueFor, change }) {
    return h(
      'ul',
      { className: 'fields' },
      ...parameters.map((/** @type {any} */ parameter) =>
        h(
          'li',
          { key: parameter.name },
          h('code', null, parameter.name),
          h('span', { className: 'type' }, typeInWords(parameter.schema ?? {})),
          parameter.required && h('span', { className: 'required', ...own }, textOf('required')),
          parameter.description && h('p', null, withCode(parameter.description, h)),
          isTried && h(Field, { parameter, change, value: valueFor(parameter) }),
        ),
      ),
    );
  }

  return function Parameters(/** @type {any} */ { parameters, ...rest }) {
    const [own, filters] = dividedBy(parameters.filter((/** @type {any} */ one) => one.in === 'query'));
    const at = (/** @type {string} */ place) =>
      place === 'query' ? own : parameters.filter((/** @type {any} */ one) => one.in === place);
    return [
      ...PLACES.filter(([place]) => at(place)?.length).map(([place, title]) =>
        h(
          'section',
          { key: place },
          h('h4', own, textOf(title)),
          h(List, { parameters: at(place), ...rest }),
        ),
      ),
      filters?.length
        ? h(
            'details',
            { key: 'filters', className: 'filters' },
            h('summary', own, textOf('filters'), h('small', null, filters.length)),
            h(List, { parameters: filters, ...rest }),
          )
        : null,
    ];
  };
}
