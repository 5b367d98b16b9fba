/**
 * The effect of a change on API callers: `breaking` may make working calls fail, `safe` does not, and for
 * `review` it depends on the calls.
 */
export type Verdict = 'breaking' | 'review' | 'safe';

/** The verdicts, the most serious first. */
export const verdicts: readonly Verdict[] = ['breaking', 'review', 'safe'];
