import fc from 'fast-check';

const CANDIDATES = 400;

/**
 * Generates distinct texts that match a pattern and are valid for a field; deterministic.
 * @throws Error if no candidate matches.
 */
export function matchingTexts(pattern: RegExp, isValid: (text: string) => boolean): readonly string[] {
  const candidates = fc.sample(textMatching(pattern), { numRuns: CANDIDATES, seed: 1 });
  const valid = candidates.flatMap((text) => (text !== undefined && isValid(text) ? text : []));
  // Also distinct for a unique rule, which ignores case and accents.
  const texts = [...new Map(valid.map((text) => [folded(text), text])).values()];
  if (texts.length > 0) return texts;
  throw new Error(`No text was found that matches ${pattern} and is as long as the field wants it.`);
}

/** Normalizes a text roughly as the database does for comparisons. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** What `stringMatching` does not support. */
const ASSERTIONS = /\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|\\[bB]/g;
const BACK_REFERENCE = /\\([1-9])/g;

/**
 * Generates texts that match a pattern. Assertions and back-references are left to chance, so some values of
 * such a pattern are undefined.
 */
export function textMatching(pattern: RegExp): fc.Arbitrary<string | undefined> {
  // A global or sticky pattern would continue after its last match.
  const whole = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const groups = pattern.source.match(/\((?!\?)[^()]*\)/g) ?? [];
  const source = pattern.source
    .replace(BACK_REFERENCE, (_, number) => groups[number - 1] ?? '')
    .replace(ASSERTIONS, '');
  // A chance needs few letters.
  const generated = source === pattern.source ? source : source.replace(/(?<!\\)\.(?![^[]*\])/g, '[ -~]');
  return fc
    .stringMatching(new RegExp(generated, whole.flags.replace('i', '')))
    .map((text) => (whole.test(text) ? text : undefined));
}
