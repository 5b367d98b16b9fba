import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import {
  keysOf,
  pluralFormOf,
  pluralFormsOf,
  textsOf,
  withoutPluralForm,
} from '@bindery/contract/api/texts/locale-files.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import { originalOf } from '@bindery/contract/testing/glossary.ts';
import { describe, expect, test } from 'vitest';

type Words = Partial<Record<string, readonly string[]>>;

// Texts of the engine that are the same as in English, apart from placeholders.
const sameInEngine: Words = {
  fr: [
    'Administration',
    'Application',
    'Configuration',
    'suggestion',
    'suggestions',
    'Page',
    'Action',
    'Genre',
    'Genres',
    'genre',
    'genres',
    'Notifications',
  ],
};

/**
 * The file of a product that lists, by language, its texts that are the same as in English; it may be
 * missing.
 */
const SAME_FILE = 'frontend/locales/same-as-english.json';

function readSame(): Words {
  const file = join(productRoot(), SAME_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const withoutPlaceholders = (text: string) => text.replace(/\{\{\w+\}\}/g, '').trim();

/** Typographical errors of each language. */
const misprints: [Language, string, RegExp][] = [
  [
    'fr',
    'punctuation that may wrap to the next line',
    /[^\u202f][;!?»]|[^\u202f]:(?!\/\/)|«[^\u202f]|e-mail/i,
  ],
  ['fr', 'a straight apostrophe', /\p{L}'/u],
  ['ar', 'punctuation of another script', /[,;?]/],
];

/**
 * Declares tests of all texts of the product in all languages: none is missing, still in English, without a
 * plural form or a value that English has, or with another script's punctuation.
 *
 * @example
 * // frontend/texts.test.ts
 * testTexts();
 */
export function testTexts(): void {
  const english = textsOf('en');
  const ofProduct = readSame();

  test('only languages of the product have texts in common with English', () => {
    const others = languages.filter((language) => language !== 'en');
    expect(Object.keys(ofProduct).filter((language) => !others.some((other) => other === language))).toEqual(
      [],
    );
  });

  describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
    const texts = textsOf(language);
    const same = [...texts]
      .filter(([key, text]) => text === english.get(key))
      .map(([key, text]) => ({ key, text: withoutPlaceholders(text) }));

    test('has exactly the keys of the English files', () => {
      expect([...keysOf(texts)].sort()).toEqual([...keysOf(english)].sort());
    });

    test('has no untranslated text', () => {
      const known = [...(sameInEngine[language] ?? []), ...(ofProduct[language] ?? [])];
      const unknown = same.filter(({ text }) => /\p{L}/u.test(text) && !known.includes(text));
      expect(unknown, `Translate them, or list them in ${SAME_FILE}`).toEqual([]);
    });

    test('lists only texts in common with English that it has', () => {
      const words = same.map(({ text }) => text);
      const unexpected = ofProduct[language]?.filter((text) => !words.includes(text)) ?? [];
      expect(unexpected, `Remove them from ${SAME_FILE}`).toEqual([]);
    });
  });

  describe.each(languages)('%s', (language) => {
    const texts = textsOf(language);

    test('has every plural form of the language', () => {
      const forms = pluralFormsOf(language).toSorted();
      const plurals = Map.groupBy([...texts.keys()].filter(pluralFormOf), withoutPluralForm);
      for (const [key, variants] of plurals) {
        expect(variants.map(pluralFormOf).sort(), key).toEqual(forms);
      }
    });

    test('interpolates the same values as English', () => {
      for (const [key, text] of texts) {
        const original = originalOf(key, english);
        expect(withoutRecord(original), key).toEqual(expect.arrayContaining(withoutRecord(text)));
        if (!pluralFormOf(key)) expect(withoutRecord(text), key).toEqual(withoutRecord(original));
      }
    });
  });

  test.each(misprints)('%s has no %s', (language, _, misprint) => {
    expect([...textsOf(language)].filter(([, text]) => misprint.test(text))).toEqual([]);
  });
}

/**
 * Returns the placeholders of a text except the record's name, which the grammar may require elsewhere or not
 * at all.
 */
const withoutRecord = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .filter((name) => !/^(record|lower)$/.test(name!))
    .sort();
