import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { product } from '@bindery/contract/api/product.ts';
import { flatten, textsOf, withoutPluralForm } from '@bindery/contract/api/texts/locale-files.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import { forbiddenWords, type Glossary, otherTranslations } from '@bindery/contract/testing/glossary.ts';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const fileOf = (language: Language) => `frontend/engine/src/locales/glossary.${language}.json`;

const namespaces = [
  ...readdirSync(path.join(root, 'frontend/engine/src/locales/en')).map((file) => path.parse(file).name),
  'books',
];
/** What a product adds to its entries, such as roles of users, has the names that it wants. */
const resources = product().slug === 'bindery' ? ['genres', 'books', 'users'] : [];

/**
 * Whether a text is the starter's: other extensions, and the entries of a product, speak its own language.
 */
const isStarters = (key: string) => {
  const [namespace = '', group, resource = ''] = key.split('.');
  return namespaces.includes(namespace) && (group !== 'resources' || resources.includes(resource));
};

/** The starter's texts: of pages, of the example, of emails and of the API documentation. */
const allTexts = (language: Language) =>
  new Map([
    ...[...textsOf(language)].filter(([key]) => isStarters(key)),
    ...flatten(read(`backend/engine/src/kernel/mail/locales/${language}.json`), 'mail.'),
    ...flatten(read(`backend/engine/src/web/openapi/locales/${language}.json`), 'docs.'),
  ]);
const english = allTexts('en');

// A language that a product adds may come without a glossary.
const known = languages.filter((language) => existsSync(path.join(root, fileOf(language))));

describe.each(known)('the texts in %s', (language) => {
  const glossary: Glossary = read(fileOf(language));
  const texts = allTexts(language);
  const departures = otherTranslations(glossary, { texts, english });
  const isExcepted = ({ key, word }: { key: string; word: string }) =>
    glossary.exceptions[withoutPluralForm(key)]?.includes(word) === true;

  test('have no word that the glossary forbids', () => {
    expect(forbiddenWords(glossary, texts), fileOf(language)).toEqual([]);
  });

  test('have each term by its one translation', () => {
    expect(
      departures.filter((departure) => !isExcepted(departure)),
      `Use the translation, or name the text in the exceptions of ${fileOf(language)}`,
    ).toEqual([]);
  });

  test('need each exception that the glossary names', () => {
    const excepted = departures
      .filter(isExcepted)
      .map(({ key, word }) => `${withoutPluralForm(key)} ${word}`);
    const stated = Object.entries(glossary.exceptions).flatMap(([key, words]) =>
      // The texts of an extension go with its folder.
      [...texts.keys()].some((name) => withoutPluralForm(name) === key)
        ? words.map((word) => `${key} ${word}`)
        : [],
    );
    expect([...new Set(excepted)].sort()).toEqual(stated.sort());
  });

  test('have different translations of different terms', () => {
    const all = glossary.terms.flatMap(({ translation }) => translation);
    expect(all.filter((part, index) => all.indexOf(part) !== index)).toEqual([]);
  });
});

test('every language of the starter has a glossary of the same terms', () => {
  const starter: Language[] = languages.filter((language) => ['fr', 'ar', 'sw'].includes(language));
  const termsOf = (language: Language) =>
    (read(fileOf(language)) as Glossary).terms.map((term) => term.english.join());
  for (const language of starter) expect(termsOf(language), language).toEqual(termsOf(starter[0]!));
});
