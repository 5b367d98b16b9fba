import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ARABIC, charactersOf, EXTENDED, LATIN } from '@bindery/frontend/build/font-ranges.ts';
import subsetFont from 'subset-font';

/*
 * Writes the font files of frontend/engine/src/shell/theme/fonts: the characters and weights of the fonts in
 * npm that the pages use. Run it with `npm run fonts` after a change of the ranges or a new version of a
 * font, and commit what it writes.
 */
const FROM_LATIN = [
  ['latin', LATIN, ''],
  ['latin-ext', EXTENDED, '-extended'],
] as const;
const FROM_ARABIC = [['arabic', ARABIC, '-arabic']] as const;
const FONTS = [
  {
    name: 'sans',
    package: 'inter',
    parts: FROM_LATIN,
    weights: { min: 400, max: 700, default: 400 },
    hasAlternates: true,
  },
  {
    name: 'serif',
    package: 'literata',
    parts: FROM_LATIN,
    weights: { min: 500, max: 600, default: 600 },
    // Headings have no table of numbers, and so no need of alternate digits.
    hasAlternates: false,
  },
  // An Arabic letter has alternates for its places in a word.
  {
    name: 'sans',
    package: 'vazirmatn',
    parts: FROM_ARABIC,
    weights: { min: 400, max: 700, default: 400 },
    hasAlternates: true,
  },
  { name: 'serif', package: 'noto-naskh-arabic', parts: FROM_ARABIC, weights: 700, hasAlternates: true },
] as const;

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

for (const { name, package: from, parts, weights, hasAlternates } of FONTS) {
  const source = `../../../../node_modules/@fontsource-variable/${from}`;
  for (const [part, ranges, ending] of parts) {
    const font = await readFile(fromHere(`${source}/files/${from}-${part}-wght-normal.woff2`));
    const subset = await subsetFont(font, charactersOf(ranges), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
      noLayoutClosure: !hasAlternates,
    });
    const file = `${name}${ending}.woff2`;
    await writeFile(fromHere(`../../../../frontend/engine/src/shell/theme/fonts/${file}`), subset);
    process.stdout.write(`${file.padEnd(22)}${(subset.length / 1024).toFixed(1)} KiB\n`);
  }
  await writeFile(
    fromHere(`../../../../frontend/engine/src/shell/theme/fonts/${from}-licence.txt`),
    await readFile(fromHere(`${source}/LICENSE`)),
  );
}
