import fc from 'fast-check';
import RandExp from 'randexp';

const CANDIDATES = 400;

/**
 * Generates distinct texts that match a pattern and are valid for a field; deterministic.
 *
 * @throws Error when none is found among many candidates.
 */
export function matchingTexts(pattern: RegExp, isValid: (text: string) => boolean): readonly string[] {
  // A global or sticky pattern would continue after its last match.
  const whole = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const valid = candidates(whole).filter((text) => whole.test(text) && isValid(text));
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

/** fast-check supports Unicode classes, randexp lookaheads and lookbehinds; neither supports both. */
function candidates(pattern: RegExp): string[] {
  try {
    const sensitive = new RegExp(pattern.source, pattern.flags.replace('i', ''));
    return fc.sample(fc.stringMatching(sensitive), { numRuns: CANDIDATES, seed: 1 });
  } catch {
    const made = new RandExp(pattern);
    made.max = 20;
    made.randInt = numbersFrom(1);
    return Array.from({ length: CANDIDATES }, () => made.gen());
  }
}

/** Returns a deterministic pseudo-random number generator (linear congruential). */
function numbersFrom(seed: number) {
  let state = seed;
  return (from: number, to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + (Math.floor(state / 65_536) % (to - from + 1));
  };
}
