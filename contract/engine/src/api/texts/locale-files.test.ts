import { expect, test } from 'vitest';
import { textsInSources } from './locale-files.ts';

test('a locale file that is no JSON is named with what is wrong in it', () => {
  const sources = new Map([
    ['frontend/locales/fr/app.json', '{ "home": "Bienvenue" }'],
    ['frontend/extensions/loans/locales/fr.json', '{ "title": "Prêts", }'],
  ]);
  expect(() => textsInSources(sources, 'fr')).toThrow(
    /^frontend\/extensions\/loans\/locales\/fr\.json is no JSON: .*JSON/,
  );
  expect(textsInSources(new Map([...sources].slice(0, 1)), 'fr').get('app.home')).toBe('Bienvenue');
});
