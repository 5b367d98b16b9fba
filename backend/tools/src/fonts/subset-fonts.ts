import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { charactersOf, EXTENDED, LATIN } from '@bindery/frontend/build/font-ranges.ts';
import subsetFont from 'subset-font';

/*
 * Writes the font files of frontend/engine/src/shell/theme/fonts: the characters and weights of the fonts in
 * npm that the pages use. Run it with `npm run fonts` after a change of the ranges or a new version of a
 * font, and commit what it writes.
 */
const FONTS = {
  sans: { package: 'inter', weights: { min: 400, max: 700, default: 400 }, hasAlternates: true },
  // Headings have no table of numbers, and so no need of alternate digits.
  serif: { package: 'literata', weights: { min: 500, max: 600, default: 600 }, hasAlternates: false },
} as const;

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

for (const [name, { package: from, weights, hasAlternates }] of Object.entries(FONTS)) {
  const source = `../../../../node_modules/@fontsource-variable/${from}`;
  for (const [part, ranges, ending] of [
    ['latin', LATIN, ''],
    ['latin-ext', EXTENDED, '-extended'],
  ] as const) {
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
