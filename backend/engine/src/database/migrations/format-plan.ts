import { NO_LONGER_HAS } from './changed-values.ts';
import type { Plan } from './plan.ts';

const bullets = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)];

const RENAMES = "A field or a resource that has only another name now says so: was: 'oldName'.";

const FORMER_VALUES =
  "What becomes of rows with a value that goes can be said at the select: formerValues: { oldValue: 'newValue' }.";

/** Returns what can be stated in the config so that nothing is lost. */
export const hintsFor = (losses: readonly string[]): string[] => [
  ...(losses.length > 0 ? [RENAMES] : []),
  ...(losses.some((loss) => loss.includes(NO_LONGER_HAS)) ? [FORMER_VALUES] : []),
];

/** Formats a plan for the terminal: its SQL, its losses and its conditions. */
export function formatPlan(plan: Plan): string {
  return [
    ...plan.statements.map((statement) => `  ${statement}`),
    ...bullets('This loses or moves data:', plan.losses),
    ...(plan.losses.length > 0 ? [''] : []),
    ...hintsFor(plan.losses),
    ...bullets('This works only if the rows allow it:', plan.conditions),
    '',
  ].join('\n');
}
