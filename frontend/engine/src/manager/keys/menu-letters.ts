import type { MenuItem } from '../menu.ts';

/**
 * Returns the letters that lead to the menu items after "g": the first free letter of each address.
 * Addresses, because they are Latin in every language. Items without a free letter have none.
 */
export function menuLetters(items: readonly MenuItem[]): ReadonlyMap<string, MenuItem> {
  const letters = new Map<string, MenuItem>();
  for (const item of items) {
    const name = item.to === '/manager' ? 'home' : item.to.split('/').at(-1)!.toLowerCase();
    const letter = [...name].find((one) => /[a-z]/.test(one) && !letters.has(one));
    if (letter) letters.set(letter, item);
  }
  return letters;
}
