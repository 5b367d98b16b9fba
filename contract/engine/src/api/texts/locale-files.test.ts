import { expect, test } from 'vitest';
import { productResources } from '#contract/api/product.ts';
import { languages } from '#contract/records/init.ts';
import { boolean, defineResources, reference, select, text } from '#contract/schema/index.ts';
import { type KeysOfLanguages, missingTexts, readKeys, textsInSources } from './locale-files.ts';

test('a locale file with invalid JSON is named with the error', () => {
  const sources = new Map([
    ['frontend/locales/fr/app.json', '{ "home": "Bienvenue" }'],
    ['frontend/extensions/loans/locales/fr.json', '{ "title": "Prêts", }'],
  ]);
  expect(() => textsInSources(sources, 'fr')).toThrow(
    'frontend/extensions/loans/locales/fr.json:1:21: Expected double-quoted property name',
  );
  expect(textsInSources(new Map([...sources].slice(0, 1)), 'fr').get('app.home')).toBe('Bienvenue');
});

const rights = { admin: ['read'] } as const;
const loans = defineResources({
  loans: {
    group: 'desk',
    fields: {
      state: select(['onHold', 'KE', 'A4'], { required: true }),
      copy: reference('loans'),
      createdBy: text({ help: 'manager.resources.loans.help' }),
      isLate: boolean({ help: 'Late, that is.' }),
    },
    layout: [{ name: 'contents', fields: ['state', 'copy', 'createdBy', 'isLate'] }],
    rights,
  },
});
const having = (...keys: string[]): KeysOfLanguages => {
  const all = new Set(keys.map((key) => `manager.${key}`));
  return { en: all, fr: all, ar: all, sw: all };
};

test('the configured resources have all of their translations', () => {
  expect(missingTexts(productResources())).toEqual([]);
});

test('a new entry lacks the translations of its label, fields, values, sections and group, in every language', () => {
  const missing = missingTexts(loans, having('fields.copy'));
  expect(missing.map(({ language }) => language)).toEqual([...languages]);
  expect(missing[1]).toEqual({
    language: 'fr',
    file: 'frontend/locales/fr/manager.json',
    namespace: 'manager',
    keys: [
      'groups.desk',
      'resources.loans.label',
      'resources.loans.singular',
      'resources.loans.sections.contents',
      'resources.loans.fields.state',
      'resources.loans.fields.createdBy',
      'resources.loans.fields.isLate',
      'resources.loans.options.state.onHold',
      'resources.loans.help',
    ],
  });
});

test('a message that another language has is reported as missing, with the file of its namespace', () => {
  const keys = readKeys();
  const swahili = new Set([...keys.sw].filter((key) => key !== 'login.title' && !key.startsWith('books.')));
  const missing = missingTexts({}, { ...keys, en: new Set([...keys.en, 'login.title']), sw: swahili });
  const files = missing.filter(({ language }) => language === 'sw').map(({ file }) => file);
  expect(files).toContain('frontend/locales/sw/login.json');
  // What the example's folder brings is found there.
  if ([...keys.en].some((key) => key.startsWith('books.')))
    expect(files).toContain('frontend/extensions/books/locales/sw.json');
});
