import type { TextKey } from '../i18n/keys.ts';

const longest = 255;

/** What is wrong with a user's name, as the key of a text; undefined when nothing is. */
export function nameProblem(name: string): TextKey | undefined {
  if (name === '') return 'common.name.required';
  return name.length > longest || !/\p{L}/u.test(name) ? 'common.name.invalid' : undefined;
}

/** One or two letters that stand for a user: of the first and the last word of their name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => Array.from(word)[0]!.toLocaleUpperCase()).join('');
}
