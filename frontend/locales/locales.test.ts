import { describe, expect, test } from 'vitest';
import { languages } from '#contract/init.ts';
import { pluralFormOf, textsOf, withoutPluralForm } from '../testing/locale-files.ts';

const english = textsOf('en');
const baseKeys = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map(withoutPluralForm))].sort();

// Words that are the same in these languages, and names.
const sameInBoth: Record<string, string[]> = {
  fr: [
    'Bindery',
    'Dashboard',
    'Type',
    'Date',
    'Actions',
    'Application',
    'Documentation',
    'Configuration',
    'Code',
    '{{first}}, {{rest}}',
  ],
  ar: ['Bindery'],
  sw: ['Bindery'],
};

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = textsOf(language);

  test('has a text for every English one, and no others', () => {
    expect(baseKeys(texts)).toEqual(baseKeys(english));
  });

  test('has no text that was left in English', () => {
    const left = [...texts].filter(
      ([key, text]) => text === english.get(key) && /\p{L}/u.test(withoutValues(text)),
    );
    expect(left.filter(([, text]) => !sameInBoth[language]?.includes(text))).toEqual([]);
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

  test('fills in the same values as English', () => {
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(`${withoutPluralForm(key)}_other`) ?? '';
      const known = valuesIn(original);
      expect(
        valuesIn(text).filter((value) => !known.includes(value)),
        key,
      ).toEqual([]);
      if (!pluralFormOf(key)) expect(valuesIn(text), key).toEqual(known);
    }
  });
});

const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

const withoutValues = (text: string) => text.replace(/\{\{\w+\}\}/g, '');
