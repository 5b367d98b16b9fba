import { expect, test } from 'vitest';
import { keysInSources, missingTexts } from '#contract/texts/missing-texts.ts';
import { newlyMissing } from './newly-missing.ts';

const missingIn = (sources: Readonly<Record<string, object>>) =>
  missingTexts(
    {},
    keysInSources(new Map(Object.entries(sources).map(([file, texts]) => [file, JSON.stringify(texts)]))),
  );

test('a text that was missing before is not told again, and one that another language has gained is', () => {
  const before = missingIn({
    'locales/en/shop.json': { hello: 'Hello', bye: 'Bye' },
    'locales/fr/shop.json': { hello: 'Salut' },
  });
  const now = missingIn({
    'locales/en/shop.json': { hello: 'Hello', bye: 'Bye', thanks: 'Thanks' },
    'locales/fr/shop.json': { hello: 'Salut' },
    'extensions/loans/locales/en.json': { due: 'Due' },
  });
  const french = newlyMissing(now, before).filter(({ language }) => language === 'fr');
  expect(french.flatMap(({ keys }) => keys)).toEqual(['thanks', 'due']);
  expect(newlyMissing(now, now)).toEqual([]);
});
