import i18next from 'i18next';
import { expect, test } from 'vitest';
import { type Language, languages } from './languages.ts';
import { type Texts, translate } from './translate.ts';

// The pages read i18next's files with a few lines of their own, because i18next itself would be a seventh of what a
// first visit loads. What those lines make of every text is held against what i18next makes of it.

const files = import.meta.glob<Texts>('../locales/*/*.json', { eager: true, import: 'default' });
const counts = [0, 1, 2, 3, 7, 11, 99, 100, 102, 1_000_000];

const namespacesOf = (language: string): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, texts]) => [path.split('/').at(-1)!.replace('.json', ''), texts]),
  );

const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );

/** Without what the pages add to a value: the digits of the language, and marks that keep its direction. */
const bare = (text: string | undefined) =>
  text?.replace(/[\u2068\u2069]/g, '').replace(/\p{Nd}[\p{Nd}\s.,٬]*/gu, '#');

test.each(Object.keys(languages) as Language[])(
  'every text of %s is the one that i18next finds',
  (language) => {
    const texts = namespacesOf(language);
    const reference = i18next.createInstance();
    reference.init({
      resources: { [language]: { translation: texts } },
      lng: language,
      initAsync: false,
      interpolation: { escapeValue: false },
    });
    const differences = keysOf(texts).flatMap((key) => {
      const [, base] = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key) ?? [];
      const calls = base ? counts.map((count) => ({ key: base, values: { count } })) : [{ key, values: {} }];
      return calls.flatMap((call) => {
        const ours = bare(translate({ language, texts, ...call }));
        const theirs = bare(reference.t(call.key, call.values));
        return ours === theirs || theirs?.includes('{{') ? [] : [{ ...call, ours, theirs }];
      });
    });
    expect(differences).toEqual([]);
  },
);
