/* The list beside the operations: their groups with the operations of one, or what the search finds. In the browser. */
import { idOf } from './operation.js';

/**
 * Opens a group, or an operation of it, and scrolls to it.
 *
 * @param {any} ui
 * @param {{ group: string, operation?: string }} target
 */
function openTarget({ layoutActions }, { group, operation }) {
  layoutActions.show(['operations-tag', group], true);
  if (operation) layoutActions.show(['operations', group, operation], true);
  const id = operation ? idOf(group, operation) : `operations-tag-${CSS.escape(group.replaceAll(' ', '_'))}`;
  // React has rendered it by the frame after the next.
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView()));
}

/**
 * Returns an element with English text, which is read from left to right on any page.
 *
 * @param {'b' | 'code' | 'span'} name
 * @param {string} text
 */
function english(name, text) {
  const element = document.createElement(name);
  element.lang = 'en';
  element.dir = 'ltr';
  element.textContent = text;
  return element;
}

/** Returns the beginning of a summary, which has room in a list: 'Undo a batch of changes' without its conditions. */
const shortened = (/** @type {string} */ summary) => summary.split(/[,:;]/, 1)[0] ?? '';

/** Returns a method in its colour. @param {string} method */
function badge(method) {
  const element = english('b', method.toUpperCase());
  element.classList.add('method', method);
  return element;
}

/**
 * Returns an item of the list beside the operations.
 *
 * @param {any} ui
 * @param {{ group: string, operation?: string, lines: Element[] }} target
 */
function linkTo(ui, { group, operation, lines }) {
  const link = document.createElement('a');
  link.append(...lines);
  if (!operation) link.dataset.group = group;
  link.href = ['#', group, ...(operation ? [operation] : [])]
    .map(encodeURIComponent)
    .join('/')
    .replace('%23', '#');
  link.addEventListener('click', () => {
    openTarget(ui, { group, ...(operation && { operation }) });
    if (!operation) markGroup(ui, group);
    else if (link.parentElement?.parentElement?.id !== 'links') markOperation(link);
  });
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Marks an operation below the current group as the current one. @param {Element} link */
function markOperation(link) {
  document.querySelector('#links ul [aria-current]')?.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
}

/**
 * Marks a group as the current one, and lists its operations below it.
 *
 * @param {any} ui
 * @param {string} group
 */
function markGroup(ui, group) {
  for (const link of document.querySelectorAll('#links > li > a')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.nextElementSibling?.remove();
    const isCurrent = link.dataset.group === group;
    link.toggleAttribute('aria-current', isCurrent);
    if (!isCurrent) continue;
    link.setAttribute('aria-current', 'true');
    const list = document.createElement('ul');
    const operations = ui.specSelectors.taggedOperations().getIn([group, 'operations']) ?? [];
    for (const entry of operations) {
      const { method, operation } = entry.toObject();
      const lines = [english('span', shortened(operation.get('summary') ?? '')), badge(method)];
      list.append(linkTo(ui, { group, operation: operation.get('operationId'), lines }));
    }
    link.after(list);
    const named = [...list.querySelectorAll('a')].find(({ hash }) => hash === location.hash);
    if (named) markOperation(named);
  }
}

/**
 * Returns the operations whose path, method or summary contains every word.
 *
 * @param {any} ui
 * @param {string} words
 */
function search(ui, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Element[]} */
  const found = [];
  for (const [group, tagged] of ui.specSelectors.taggedOperations().entrySeq()) {
    for (const entry of tagged.get('operations')) {
      const { path, method, operation } = entry.toObject();
      const summary = operation.get('summary') ?? '';
      const text = `${method} ${path} ${summary}`.toLowerCase();
      if (!wanted.every((word) => text.includes(word))) continue;
      const lines = [english('code', ` ${path}`), english('span', summary)];
      lines[0]?.prepend(badge(method));
      found.push(linkTo(ui, { group, operation: operation.get('operationId'), lines }));
    }
  }
  return found;
}

/**
 * Lists the groups of operations beside them, or what the search finds. The first group is open, unless the address
 * names another: all of them would take seconds to render with some fifty entries.
 *
 * @param {any} ui
 */
export function showContents(ui) {
  /** @type {string[]} */
  const names = ui.specSelectors.taggedOperations().keySeq().toArray();
  const links = document.getElementById('links');
  const field = document.getElementById('search');
  if (!links || !(field instanceof HTMLInputElement)) return;
  const showGroups = () => {
    links.className = '';
    links.replaceChildren(...names.map((group) => linkTo(ui, { group, lines: [english('span', group)] })));
    const [, named = ''] = location.hash.split('/');
    markGroup(ui, names.find((name) => encodeURIComponent(name) === named) ?? names[0] ?? '');
  };
  field.addEventListener('input', () => {
    if (!field.value.trim()) return showGroups();
    const found = search(ui, field.value);
    links.className = 'found';
    const nothing = document.createElement('li');
    // Unlike the names in the list, it is in the language of the page.
    nothing.dir = document.documentElement.dir;
    nothing.append(document.createElement('p'));
    nothing.firstElementChild?.append(links.dataset.nothing ?? '');
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
}
