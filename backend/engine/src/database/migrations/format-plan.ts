import { NO_LONGER_HAS } from './changed-values.ts';
import type { Plan } from './plan.ts';

const bullets = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)];

const RENAMES = "If a field or a resource is only renamed, declare it: was: 'oldName'.";

const FORMER_VALUES =
  "To replace a removed value in existing rows, declare it at the select: formerValues: { oldValue: 'newValue' }.";

/** Returns the config options that would avoid losses. */
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
