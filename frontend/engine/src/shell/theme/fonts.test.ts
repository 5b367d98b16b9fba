import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { charactersOf, EXTENDED, LATIN } from '#frontend/build/font-ranges.ts';

const MAX_BYTES = 60 * 1024;

const here = (path: string) => join(import.meta.dirname, path);
const css = readFileSync(here('fonts.css'), 'utf8');
const rangesOf = (file: string) => {
  const [, ranges = ''] = new RegExp(`${file}\\.woff2"[^}]*?unicode-range:([^;]+);`).exec(css) ?? [];
  return ranges.split(',').map((range) => range.trim());
};

describe('the fonts', () => {
  test('of a first visit weigh at most 60 KiB', () => {
    const bytes = ['sans', 'serif'].map((name) => statSync(here(`fonts/${name}.woff2`)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
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
    }
  });
});
