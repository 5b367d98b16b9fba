import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { forbiddenWords, type Glossary } from '@bindery/contract/testing/glossary.ts';
import { describe, expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));

/** Returns the texts of a locale, including those in lists, by path. */
const textsOf = (locale: object): Map<string, string> =>
  new Map(
    Object.entries(locale).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[name, value]]
        : [...textsOf(Object(value))].map(([key, text]) => [`${name}.${key}`, text]),
    ),
  );

const { default: antd } = createRequire(import.meta.url)('antd/lib/locale/en_US');
const english = textsOf(antd);
/** What is not a text, and what languages share. */
const FORMATS = /(Format|\.locale|^locale|titles\.\d)$/;
const SHARED = ['OK', 'Page', 'Transparent'];

describe.each(['fr', 'ar', 'sw'])('the texts of antd’s components in %s', (language) => {
  const texts = textsOf(read(`${language}.json`));
  const ours = [...texts].filter(([key]) => !FORMATS.test(key));

  test('are complete, and none is English', () => {
    expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
    expect(
      ours.filter(([key, text]) => text === english.get(key) && !SHARED.includes(text)).map(([key]) => key),
    ).toEqual([]);
  });

  test('have the words of the glossary, the placeholders of the English ones, and typographic punctuation', () => {
    const glossary: Glossary = read(`../../locales/glossary.${language}.json`);
    expect(forbiddenWords(glossary, texts)).toEqual([]);
    expect(ours.filter(([, text]) => /'|\.\.\.|(?<!\u202f)[:;?!]/.test(text) && language === 'fr')).toEqual(
      [],
    );
    const valuesIn = (text = '') =>
      (text.match(/\$\{\w+\}/g) ?? []).filter((one) => !/type|pattern/.test(one));
    for (const [key, text] of ours)
      if (english.has(key))
        expect(valuesIn(text).toSorted(), key).toEqual(valuesIn(english.get(key)).toSorted());
  });
});
