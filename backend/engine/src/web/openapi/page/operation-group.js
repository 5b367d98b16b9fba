/* A group of operations: those that most programs need first, and the rare ones folded. Runs in the browser. */
import { own, textOf } from './texts.js';

const USUAL = ['list', 'create', 'read', 'update', 'delete'];

/** The other operations that every resource has, unlike those of extensions, which are why a product has an API. */
const RARE = [
  'export',
  'exportSelected',
  'import',
  'replace',
  'restore',
  'deletion',
  'related',
  'history',
  'bulk',
  'bulkDeletion',
  'undo',
];

/** Fewer are not worth another click. */
const MIN_FOLDED = 3;

/** Returns the name of an operation within its group. @param {any} entry */
const nameOf = (entry) => String(entry.getIn(['operation', 'operationId'])).split('.')[1] ?? '';

/** Returns the place of an operation among those of its group. @param {string} name */
export function placeOf(name) {
  if (RARE.includes(name)) return USUAL.length + 1;
  return USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length;
}

/** Orders the operations of a group. @param {any} a @param {any} b */
export const compareOperations = (a, b) => placeOf(nameOf(a)) - placeOf(nameOf(b));

/**
 * Returns the component that replaces Swagger UI's group. An operation in the folded part opens it: see `operationOf`.
 *
 * @param {any} Group
 * @param {any} system
 */
export const operationGroupOf =
  (Group, { React: { createElement: h, cloneElement } }) =>
  (/** @type {any} */ properties) => {
    const { children } = properties;
    const operations = children.props.children.filter(Boolean);
    const isRare = (/** @type {any} */ { props }) => RARE.includes(nameOf(props.op));
    const rare = operations.filter(isRare);
    const isFolded = rare.length >= MIN_FOLDED && rare.length < operations.length;
    if (!isFolded) return h(Group, properties);
    const summary = h('summary', own, textOf('more'), h('small', null, rare.length));
    const content = [
      ...operations.filter((/** @type {any} */ one) => !isRare(one)),
      h('details', { key: 'more', className: 'more' }, summary, rare),
    ];
    return h(Group, properties, cloneElement(children, {}, content));
  };
