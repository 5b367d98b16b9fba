/**
 * What a change means for those who call the API: `breaking` may make calls fail that work today, `safe` does not, and
 * for `review` it depends on what they do.
 */
export type Verdict = 'breaking' | 'review' | 'safe';

/** The verdicts, the gravest first. */
export const verdicts: readonly Verdict[] = ['breaking', 'review', 'safe'];
