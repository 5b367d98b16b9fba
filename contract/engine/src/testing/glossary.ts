import { withoutPluralForm } from '#contract/api/texts/locale-files.ts';

/** The vocabulary of a language: each term of the English messages has one translation. */
export interface Glossary {
  readonly terms: readonly Term[];
  readonly forbidden: readonly ForbiddenWord[];
  /** The terms, by their first English word, that a message may translate differently, by message key. */
  readonly exceptions: Readonly<Record<string, readonly string[]>>;
}

/** A word that no message may contain, as a regular expression. */
interface ForbiddenWord {
  readonly pattern: string;
  /** What to write instead. */
  readonly instead: string;
  /** The prefix of the message keys in which the word is forbidden; all messages by default. */
  readonly in?: string;
}

interface Term {
  /** An English term in its forms, such as singular and plural. */
  readonly english: readonly string[];
  /** Word stems that identify every inflected form of the translation. */
  readonly translation: readonly string[];
}

/** A message that violates the glossary: with a forbidden word, or with another translation of a term. */
interface Departure {
  readonly key: string;
  readonly text: string;
  /** The forbidden word, or the first English word of the term. */
  readonly word: string;
  readonly instead: string;
}

/** The vowel and doubling signs of Arabic, which are optional in messages. */
const ARABIC_SIGNS = /[\u064b-\u0652]/g;

const plain = (text: string) => text.normalize('NFC').replace(ARABIC_SIGNS, '').toLowerCase();
const withoutPlaceholders = (text: string) => text.replace(/\{\{.*?\}\}/g, '…');

/** Returns a pattern for whole words; a hyphen belongs to the word. */
const wholeWords = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}-])(?:${pattern})(?![\\p{L}\\p{M}-])`, 'iu');

/** Returns the messages with forbidden words. In Arabic, other words may be attached to a word. */
export function forbiddenWords({ forbidden }: Glossary, texts: ReadonlyMap<string, string>): Departure[] {
  return forbidden.flatMap(({ pattern, instead, in: place = '' }) => {
    const word = /\p{Script=Arabic}/u.test(pattern) ? arabicWord(pattern) : wholeWords(pattern);
    return [...texts].flatMap(([key, text]) => {
      if (!key.startsWith(place)) return [];
      const [found] = word.exec(withoutPlaceholders(text.normalize('NFC'))) ?? [];
      return found === undefined ? [] : [{ key, text, word: found, instead }];
    });
  });
}

/** Two letters, such as a pronoun, match only as a separate word; longer words take affixes and articles. */
const arabicWord = (pattern: string) =>
  /^(?:\p{L}{2}\|?)+$/u.test(pattern) ? wholeWords(pattern) : new RegExp(pattern, 'u');

/** Returns the English text of a message, also of a plural form that English does not have. */
export const originalOf = (key: string, english: ReadonlyMap<string, string>): string =>
  english.get(key) ?? english.get(`${withoutPluralForm(key)}_other`) ?? '';

/** Returns the messages whose English contains a term that they do not translate as the glossary says. */
export function otherTranslations(
  { terms }: Pick<Glossary, 'terms'>,
  { texts, english }: { texts: ReadonlyMap<string, string>; english: ReadonlyMap<string, string> },
): Departure[] {
  return terms.flatMap(({ english: forms, translation }) => {
    const term = wholeWords(forms.join('|'));
    return [...texts].flatMap(([key, text]) => {
      const original = originalOf(key, english);
      const isTranslated = translation.some((part) => plain(text).includes(plain(part)));
      if (isTranslated || !term.test(withoutPlaceholders(original))) return [];
      return [{ key, text, word: forms[0]!, instead: translation.join(', ') }];
    });
  });
}
