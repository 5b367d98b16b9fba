import { keysInSources, missingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import { expect, test } from 'vitest';
import { newlyMissing } from './newly-missing.ts';

const missingIn = (sources: Readonly<Record<string, object>>) =>
  missingTexts(
    {},
    keysInSources(new Map(Object.entries(sources).map(([file, texts]) => [file, JSON.stringify(texts)]))),
  );

test('a text that was missing before is not reported again, and one that another language has gained is', () => {
  const before = missingIn({
    'frontend/locales/en/shop.json': { hello: 'Hello', bye: 'Bye' },
    'frontend/locales/fr/shop.json': { hello: 'Salut' },
  });
  const now = missingIn({
    'frontend/locales/en/shop.json': { hello: 'Hello', bye: 'Bye', thanks: 'Thanks' },
    'frontend/locales/fr/shop.json': { hello: 'Salut' },
    'frontend/extensions/loans/locales/en.json': { due: 'Due' },
  });
  const french = newlyMissing(now, before).filter(({ language }) => language === 'fr');
  expect(french.flatMap(({ keys }) => keys)).toEqual(['thanks', 'due']);
  expect(newlyMissing(now, now)).toEqual([]);
});
