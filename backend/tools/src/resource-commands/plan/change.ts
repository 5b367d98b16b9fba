/** A change that the edited entries make, and what it means for a release. */
export interface Change {
  readonly area: 'sql' | 'endpoints' | 'rights' | 'texts';
  /** A statement, or the resource, the role or the file that changes. */
  readonly subject: string;
  /** What changes about the subject; empty for a statement. */
  readonly what: string;
  readonly verdict: Verdict;
  /** The locks of a statement, the endpoints or actions that change alike, or the missing keys. */
  readonly details?: readonly string[];
}

/** The meaning of a change; see `VERDICTS`. */
export type Verdict = keyof typeof VERDICTS;

/** What a change means, most serious first, and whether it makes `--check` fail. */
export const VERDICTS = {
  /** Calls that work today may fail, or contain something unknown to the caller, or nothing was compared. */
  breaking: 'fails',
  /** Rows lose values. */
  lossy: 'fails',
  /** Existing rows make the migration fail. */
  impossible: 'fails',
  /** A statement locks a table for all others while it reads or writes all its rows. */
  blocking: 'warns',
  /** Whether calls or the migration fail depends on the callers or the rows. */
  review: 'warns',
  /** Texts are missing. */
  missing: 'warns',
  safe: 'passes',
} as const;

const VERDICT_NAMES = Object.keys(VERDICTS) as readonly Verdict[];

/** Returns the number of changes of each verdict that occurs, most serious first. */
export const countVerdicts = (changes: readonly Change[]): { verdict: Verdict; count: number }[] =>
  VERDICT_NAMES.map((verdict) => ({
    verdict,
    count: changes.filter((change) => change.verdict === verdict).length,
  })).filter(({ count }) => count > 0);

/** Groups changes that differ only in their details, the most serious first. */
export function groupChanges(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, ({ details: _, ...change }) => JSON.stringify(change));
  return [...groups.values()]
    .map((same) => ({ ...same[0]!, details: [...new Set(same.flatMap(({ details = [] }) => details))] }))
    .sort((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));
}

type ByName<T> = Readonly<Record<string, T | undefined>>;

/** Pairs the values of two records by their names; a record without the name has no value. */
export function pairsOf<T>(before: ByName<T>, after: ByName<T>) {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return Object.keys({ ...before, ...after }).map((name) => [name, was.get(name), is.get(name)] as const);
}
