import { withoutPluralForm } from './locale-files.ts';

/** What a language calls things: each term of the English texts has one translation. */
export interface Glossary {
  readonly terms: readonly Term[];
  readonly forbidden: readonly ForbiddenWord[];
  /** The first English words of the terms that a text may say in another way, by the key of the text. */
  readonly exceptions: Readonly<Record<string, readonly string[]>>;
}

/** A word that no text may have, as a regular expression. */
interface ForbiddenWord {
  readonly pattern: string;
  /** What to write in its place. */
  readonly instead: string;
  /** The start of the keys of the texts that it is forbidden in; all texts by default. */
  readonly in?: string;
}

interface Term {
  /** A word in its forms, such as singular and plural. */
  readonly english: readonly string[];
  /** The parts of words by which every inflected form of its translation is recognized. */
  readonly translation: readonly string[];
}

/** A text that departs from the glossary: by a forbidden word, or by another translation of a term. */
export interface Departure {
  readonly key: string;
  readonly text: string;
  /** The forbidden word, or the first English word of the term. */
  readonly word: string;
  readonly instead: string;
}

/** Vowel signs and the doubling sign of Arabic, which a text may have or not. */
const ARABIC_SIGNS = /[\u064b-\u0652]/g;

const plain = (text: string) => text.normalize('NFC').replace(ARABIC_SIGNS, '').toLowerCase();
const withoutPlaceholders = (text: string) => text.replace(/\{\{.*?\}\}/g, '…');

/** Returns a pattern for whole words; a hyphen belongs to a word. */
const wholeWords = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}-])(?:${pattern})(?![\\p{L}\\p{M}-])`, 'iu');

/** Returns the texts with words that the glossary forbids. In Arabic, a word may have others written onto it. */
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

/** Two letters, such as a pronoun, are a word of their own only; longer ones take articles, prefixes and endings. */
const arabicWord = (pattern: string) =>
  /^(?:\p{L}{2}\|?)+$/u.test(pattern) ? wholeWords(pattern) : new RegExp(pattern, 'u');

/** Returns the texts whose English has a term that they do not have by its one translation. */
export function otherTranslations(
  { terms }: Pick<Glossary, 'terms'>,
  { texts, english }: { texts: ReadonlyMap<string, string>; english: ReadonlyMap<string, string> },
): Departure[] {
  return terms.flatMap(({ english: forms, translation }) => {
    const term = wholeWords(forms.join('|'));
    return [...texts].flatMap(([key, text]) => {
      const original = english.get(key) ?? english.get(`${withoutPluralForm(key)}_other`) ?? '';
      const isTranslated = translation.some((part) => plain(text).includes(plain(part)));
      if (isTranslated || !term.test(withoutPlaceholders(original))) return [];
      return [{ key, text, word: forms[0]!, instead: translation.join(', ') }];
    });
  });
}
