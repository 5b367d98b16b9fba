import type { MissingTexts } from '@bindery/contract/api/texts/missing-texts.ts';

/** Returns the missing texts that were not missing before. */
export function newlyMissing(
  now: readonly MissingTexts[],
  before: readonly MissingTexts[],
): readonly MissingTexts[] {
  const known = new Set(before.flatMap(({ file, keys }) => keys.map((key) => `${file} ${key}`)));
  return now
    .map((missing) => ({
      ...missing,
      keys: missing.keys.filter((key) => !known.has(`${missing.file} ${key}`)),
    }))
    .filter(({ keys }) => keys.length > 0);
}
