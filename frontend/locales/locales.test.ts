import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#contract/init.ts';
import { keysOf, pluralFormOf, textsOf, withoutPluralForm } from '#contract/texts/locale-files.ts';

const english = textsOf('en');

// Texts that are the same as in English, apart from placeholders.
const sameInBoth: Record<string, string[]> = {
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

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = textsOf(language);

  test('has exactly the keys of the English files', () => {
    expect([...keysOf(texts)].sort()).toEqual([...keysOf(english)].sort());
  });

  test('has no text that was left in English', () => {
    const left = [...texts].filter(([key, text]) => text === english.get(key));
    const words = left.map(([key, text]) => ({ key, text: text.replace(/\{\{\w+\}\}/g, '').trim() }));
    const known = sameInBoth[language] ?? [];
    expect(words.filter(({ text }) => /\p{L}/u.test(text) && !known.includes(text))).toEqual([]);
  });
});

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language);

  test('has every plural form of its own rules', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const plurals = Map.groupBy([...texts.keys()].filter(pluralFormOf), withoutPluralForm);
    for (const [key, variants] of plurals) {
      expect(variants.map(pluralFormOf).sort(), key).toEqual(forms);
    }
  });

  test('interpolates the same values as English', () => {
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(`${withoutPluralForm(key)}_other`) ?? '';
      expect(withoutRecord(original), key).toEqual(expect.arrayContaining(withoutRecord(text)));
      if (!pluralFormOf(key)) expect(withoutRecord(text), key).toEqual(withoutRecord(original));
    }
  });
});

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

test.each(misprints)('%s has no %s', (language, _, misprint) => {
  expect([...textsOf(language)].filter(([, text]) => misprint.test(text))).toEqual([]);
});

/**
 * Returns the placeholders of a text except the record's name, which the grammar may require elsewhere or not
 * at all.
 */
const withoutRecord = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .filter((name) => !/^(record|lower)$/.test(name!))
    .sort();
