import fc from 'fast-check';
import RandExp from 'randexp';

const CANDIDATES = 400;

/**
 * Makes different texts that match a pattern and are otherwise as a field takes them; the same ones every time.
 *
 * @throws Error when none is found among many candidates.
 */
export function matchingTexts(pattern: RegExp, isValid: (text: string) => boolean): readonly string[] {
  // One that is global or sticky would go on from where it matched last.
  const whole = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const valid = candidates(whole).filter((text) => whole.test(text) && isValid(text));
  // Different also to a unique rule, which does not tell case and accents apart.
  const texts = [...new Map(valid.map((text) => [folded(text), text])).values()];
  if (texts.length > 0) return texts;
  throw new Error(`No text was found that matches ${pattern} and is as long as the field wants it.`);
}

/** A text without what is not compared, roughly as the database folds it. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** fast-check makes Unicode classes, randexp what looks ahead or back; each leaves out what the other knows. */
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

/** Numbers that look random and are the same every time (a linear congruential generator). */
function numbersFrom(seed: number) {
  let state = seed;
  return (from: number, to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + (Math.floor(state / 65_536) % (to - from + 1));
  };
}
