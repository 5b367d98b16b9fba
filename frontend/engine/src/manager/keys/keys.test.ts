// @vitest-environment jsdom
import { BookOpen } from 'lucide-react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { menuLetters } from '../menu.ts';
import { pressedKey } from './keys.tsx';

afterEach(() => {
  document.body.innerHTML = '';
});

/** Returns how a key is interpreted that is pressed while an element has the focus. */
function press(init: KeyboardEventInit, target: Element = document.body) {
  let read: string | undefined;
  const listen = (event: KeyboardEvent) => {
    read = pressedKey(event);
  };
  addEventListener('keydown', listen, { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  return read;
}

const add = (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild!;
};

describe('a single key', () => {
  test.each([
    ['a letter', { key: 'j', code: 'KeyJ' }, 'j'],
    ['a letter with Shift', { key: 'X', code: 'KeyX', shiftKey: true }, 'x'],
    ['a letter of a layout with other places', { key: 'a', code: 'KeyQ' }, 'a'],
    ['a letter of the Arabic layout', { key: 'ت', code: 'KeyJ' }, 'j'],
    ['a slash that needs Shift', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['the slash of the Arabic layout', { key: 'ظ', code: 'Slash' }, '/'],
    ['the question mark of the Arabic layout', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
    ['Enter', { key: 'Enter', code: 'Enter' }, 'Enter'],
  ])('is read: %s', (_, init, expected) => {
    expect(press(init)).toBe(expected);
  });

  test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'])('is not read with %s', (name) => {
    expect(press({ key: 'j', code: 'KeyJ', [name]: true })).toBeUndefined();
  });

  test.each(['<input>', '<textarea></textarea>', '<select></select>', '<div contenteditable></div>'])(
    'is not read while the user is typing: %s',
    (html) => {
      expect(press({ key: 'j' }, add(html))).toBeUndefined();
    },
  );

  test('is read on a checkbox', () => {
    expect(press({ key: 'x' }, add('<input type="checkbox">'))).toBe('x');
  });

  test.each([
    '<dialog open></dialog>',
    '<div role="dialog" aria-modal="true"></div>',
    '<div role="menu"></div>',
  ])('is not read while something is open: %s', (html) => {
    add(html);
    expect(press({ key: 'j' })).toBeUndefined();
  });
});

test('is not read while a panel is open below its button, though toasts are shown', () => {
  const toasts = add('<div popover="manual"></div>');
  const panel = add('<div popover="auto"></div>');
  const shown = new Set<Element>([toasts]);
  for (const element of [toasts, panel])
    vi.spyOn(element, 'matches').mockImplementation(
      (selector) => selector === ':popover-open' && shown.has(element),
    );
  expect(press({ key: 'n' })).toBe('n');
  shown.add(panel);
  expect(press({ key: 'n' })).toBeUndefined();
});

test('each menu item has the first letter of its address that none before it has', () => {
  const items = ['/manager', '/manager/books', '/manager/bobs', '/manager/b', '/manager/hobbies'].map(
    (to) => ({
      to,
      label: to,
      icon: BookOpen,
    }),
  );
  expect([...menuLetters(items)].map(([letter, { to }]) => [letter, to])).toEqual([
    ['h', '/manager'],
    ['b', '/manager/books'],
    ['o', '/manager/bobs'],
    ['i', '/manager/hobbies'],
  ]);
});
