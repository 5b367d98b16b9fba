import type { ChangeReport } from './create-report.ts';

/** What `--check` fails for, in numbers. */
export interface Findings {
  readonly breaking: number;
  readonly review: number;
  readonly lossy: number;
  /** Conditions that existing rows do not meet, so that the migration would fail. */
  readonly impossible: number;
}

/** Counts what is wrong, or may be, with what a report says. */
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

/** Returns whether a release should wait for somebody to look: something breaks, is lost, cannot be done, or is unknown. */
export const needsAttention = (report: ChangeReport): boolean => {
  const { breaking, lossy, impossible } = findingsIn(report);
  return breaking + lossy + impossible > 0 || report.problem !== undefined;
};
