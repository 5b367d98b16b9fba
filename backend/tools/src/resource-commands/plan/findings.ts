import type { ChangeReport } from './create-report.ts';

/** The numbers of findings that make `--check` fail. */
export interface Findings {
  readonly breaking: number;
  readonly review: number;
  readonly lossy: number;
  /** Conditions that existing rows do not meet, so that the migration would fail. */
  readonly impossible: number;
}

/** Counts the certain and possible problems in a report. */
export function findingsIn({ sql, comparison }: ChangeReport): Findings {
  const changes = [
    ...(comparison?.endpoints ?? []),
    ...(comparison?.rights ?? []),
    ...(comparison?.uniques ?? []),
    ...(comparison?.values ?? []),
  ];
  return {
    breaking: changes.filter(({ verdict }) => verdict === 'breaking').length,
    review: changes.filter(({ verdict }) => verdict === 'review').length,
    lossy: sql.losses.length,
    impossible: sql.conditions.filter(({ rows = 0 }) => rows > 0).length,
  };
}

/**
 * Returns whether a release needs a review: a change is breaking, loses data, is impossible, or is unknown.
 */
export const needsAttention = (report: ChangeReport): boolean => {
  const { breaking, lossy, impossible } = findingsIn(report);
  return breaking + lossy + impossible > 0 || report.problem !== undefined;
};
