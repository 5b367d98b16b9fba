import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARABIC, charactersOf, EXTENDED, LATIN } from '#frontend/build/font-ranges.ts';

const MAX_BYTES = 60 * 1024;
const MAX_ARABIC_BYTES = 40 * 1024;

const here = (path: string) => join(import.meta.dirname, path);
const css = readFileSync(here('fonts.css'), 'utf8');
const bytesOf = (...names: string[]) =>
  names.reduce((sum, name) => sum + statSync(here(`fonts/${name}.woff2`)).size, 0);
const rangesOf = (file: string) => {
  const [, ranges = ''] = new RegExp(`${file}\\.woff2"[^}]*?unicode-range:([^;]+);`).exec(css) ?? [];
  return ranges.trim().replaceAll(/\s+/g, ' ');
};

describe('the fonts', () => {
  test('of a first visit weigh at most 60 KiB', () => {
    expect(bytesOf('sans', 'serif')).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('of Arabic letters weigh at most 40 KiB more', () => {
    expect(bytesOf('sans-arabic', 'serif-arabic')).toBeLessThanOrEqual(MAX_ARABIC_BYTES);
  });

  test('contain every Arabic letter of the pages', () => {
    const known = new Set(charactersOf(ARABIC));
    const files = globSync('{locales/ar/*,app/*/locales/ar/*}.json', { cwd: here('../..') });
    expect(files.length).toBeGreaterThan(3);
    const texts = files.map((file) => readFileSync(here(`../../${file}`), 'utf8')).join('');
    expect([...new Set(texts.match(/[\u0600-\u06FF]/g))].filter((letter) => !known.has(letter))).toEqual([]);
  });

  test('contain every letter of the pages in Latin scripts, so that these load no further file', () => {
    const known = new Set(charactersOf(LATIN));
    const files = globSync('{locales/{en,fr,sw}/*,app/*/locales/{en,fr,sw}}.json', { cwd: here('../..') });
    expect(files.length).toBeGreaterThan(10);
    const missing = files.flatMap((file) =>
      [...readFileSync(here(`../../${file}`), 'utf8')].filter(
        (letter) => letter.trim() && !known.has(letter),
      ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test('are used for the characters that they contain', () => {
    for (const name of ['sans', 'serif']) {
      expect(rangesOf(name)).toEqual(LATIN);
      expect(rangesOf(`${name}-extended`)).toEqual(EXTENDED);
      expect(rangesOf(`${name}-arabic`)).toEqual(ARABIC);
    }
  });
});
