/** A change that the edited entries make, and what it means for a release. */
export interface Change {
  readonly area: 'sql' | 'endpoints' | 'rights' | 'texts';
  /** A statement, or the resource, the role or the file that changes. */
  readonly subject: string;
  /** What changes about the subject; empty for a statement. */
  readonly what: string;
  readonly verdict: Verdict;
  /** The locks of a statement, the endpoints that change alike, or the missing keys. */
  readonly details?: readonly string[];
}

/** The meaning of a change; see `VERDICTS`. */
export type Verdict = keyof typeof VERDICTS;

/** What a change means, most serious first, how it is counted, and whether it makes `--check` fail. */
export const VERDICTS = {
  /** Calls that work today may fail, or contain something unknown to the caller. */
  breaking: { color: 'red', fails: true, count: ['breaking change', 'breaking changes'] },
  lossy: { color: 'red', fails: true, count: ['loss of data', 'losses of data'] },
  /** Existing rows make the migration fail. */
  impossible: {
    color: 'red',
    fails: true,
    count: ['requirement that rows do not meet', 'requirements that rows do not meet'],
  },
  /** Something could not be compared, so it may break anything. */
  unknown: { color: 'red', fails: true, count: ['unknown comparison', 'unknown comparisons'] },
  /** A statement locks a table for all others while it reads or writes all its rows. */
  blocking: { color: 'yellow', fails: false, count: ['blocking statement', 'blocking statements'] },
  /** Whether calls or the migration fail depends on the callers or the rows. */
  review: { color: 'yellow', fails: false, count: ['change to look at', 'changes to look at'] },
  missing: { color: 'yellow', fails: false, count: ['file with missing texts', 'files with missing texts'] },
  safe: { color: 'green', fails: false, count: ['safe change', 'safe changes'] },
} as const;

/** The verdicts, most serious first. */
export const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];

/** Returns the number of changes of each verdict that occurs, most serious first. */
export function countVerdicts(changes: readonly Change[]): { verdict: Verdict; count: number }[] {
  const groups = Object.groupBy(changes, ({ verdict }) => verdict);
  return VERDICT_NAMES.flatMap((verdict) => {
    const count = groups[verdict]?.length ?? 0;
    return count > 0 ? [{ verdict, count }] : [];
  });
}

/** Returns a function that creates the changes of an area. */
export const changesIn =
  (area: Change['area']) =>
  (verdict: Verdict, subject: string, what = '', details: readonly string[] = []): Change => ({
    area,
    subject,
    what,
    verdict,
    details,
  });

/** Groups changes that differ only in their details, the most serious first. */
export function groupChanges(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, ({ details: _, ...change }) => JSON.stringify(change));
  return [...groups.values()]
    .map((same) => ({ ...same[0]!, details: [...new Set(same.flatMap(({ details = [] }) => details))] }))
    .sort((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));
}

/** Pairs the values of two maps by their keys; a map without the key has no value. */
export const pairsOf = <T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): [key: string, was: T | undefined, is: T | undefined][] =>
  [...new Set([...before.keys(), ...after.keys()])].map((key) => [key, before.get(key), after.get(key)]);
