import type { TextKey } from '../i18n/keys.ts';

const longest = 255;

/** Validates a user's name. Returns the key of the error text; undefined when the name is valid. */
export function nameProblem(name: string): TextKey | undefined {
  if (name === '') return 'common.name.required';
  return name.length > longest || !/\p{L}/u.test(name) ? 'common.name.invalid' : undefined;
}

/** Returns a user's initials: the first letters of the first and the last word of the name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => Array.from(word)[0]!.toLocaleUpperCase()).join('');
}
