/* The list beside the operations: their groups, or what the search finds. Runs in the browser. */
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
 * @param {'code' | 'span'} name
 * @param {string} text
 */
function english(name, text) {
  const element = document.createElement(name);
  element.lang = 'en';
  element.dir = 'ltr';
  element.textContent = text;
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
  link.href = ['#', group, ...(operation ? [operation] : [])]
    .map(encodeURIComponent)
    .join('/')
    .replace('%23', '#');
  link.addEventListener('click', () => {
    openTarget(ui, { group, ...(operation && { operation }) });
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
      const lines = [english('code', `${method.toUpperCase()} ${path}`), english('span', summary)];
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
  };
  field.addEventListener('input', () => {
    if (!field.value.trim()) return showGroups();
    const found = search(ui, field.value);
    links.className = 'found';
    const nothing = document.createElement('li');
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
  links.querySelector('a')?.setAttribute('aria-current', 'true');
}
