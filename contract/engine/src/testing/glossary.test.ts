import { expect, it } from 'vitest';
import { forbiddenWords, otherTranslations } from '#contract/testing/glossary.ts';

const glossary = {
  terms: [
    { english: ['record', 'records'], translation: ['سجل'] },
    { english: ['copy', 'copied'], translation: ['نسخ'] },
  ],
  forbidden: [
    { pattern: 'سجل[ًٌٍَُِ]*ّ', instead: 'سجل' },
    { pattern: 'هو|هي', instead: 'يساوي' },
    { pattern: 'vaut', instead: 'est', in: 'filters.' },
    { pattern: 'banni(e|s|es)?', instead: 'suspendu' },
  ],
  exceptions: {},
};
const words = (texts: Record<string, string>) =>
  forbiddenWords(glossary, new Map(Object.entries(texts))).map(({ key, word }) => `${key} ${word}`);
const others = (english: string, text: string) =>
  otherTranslations(glossary, { english: new Map([['a', english]]), texts: new Map([['a', text]]) }).map(
    ({ word }) => word,
  );

it('finds forbidden words in any case, alone or joined to others as the language joins them', () => {
  expect(words({ a: 'Bannis', b: 'Utilisateur banni.', c: 'السجلّات', d: 'هو' })).toEqual([
    'c سجلّ',
    'd هو',
    'a Bannis',
    'b banni',
  ]);
});

it('finds a word that is forbidden in certain translations only there', () => {
  expect(words({ 'filters.a': 'vaut 3', 'list.a': 'vaut 3' })).toEqual(['filters.a vaut']);
});

it('finds a question phrased as a command, and no other sentence that starts with its word', () => {
  const forbidden = [{ pattern: '^(futa|toka)(?!\\p{L})[^?]*\\?', instead: 'Ungependa ku…?' }];
  const texts = { a: 'Futa {{name}}?', b: 'Toka?', c: 'Futa {{name}}', d: 'Ungependa kufuta?', e: 'Tokapo?' };
  const found = forbiddenWords({ ...glossary, forbidden }, new Map(Object.entries(texts)));
  expect(found.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('ignores parts of other words, placeholders, and verbs with the same letters', () => {
  expect(words({ a: 'bannière', b: '{{banni}}', c: 'سجّل الدخول', d: 'هوية', e: 'سجلات' })).toEqual([]);
});

it('finds terms with another translation, in all of their forms', () => {
  expect(others('Two records', 'قيدان')).toEqual(['record']);
  expect(others('Records copied', 'تم نَسخ السجلّات')).toEqual([]);
});

it('requires no translation where the term is part of another word or a placeholder', () => {
  expect(others('Nothing recorded in {{records}}, copy-paste', 'لا شيء')).toEqual([]);
});
