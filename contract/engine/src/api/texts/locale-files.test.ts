import { expect, test } from 'vitest';
import { textsInSources } from './locale-files.ts';

test('a locale file with invalid JSON is named with the error', () => {
  const sources = new Map([
    ['frontend/locales/fr/app.json', '{ "home": "Bienvenue" }'],
    ['frontend/extensions/loans/locales/fr.json', '{ "title": "Prêts", }'],
  ]);
  expect(() => textsInSources(sources, 'fr')).toThrow(
    /^frontend\/extensions\/loans\/locales\/fr\.json is not valid JSON: .*JSON/,
  );
  expect(textsInSources(new Map([...sources].slice(0, 1)), 'fr').get('app.home')).toBe('Bienvenue');
});
