import type { Plan } from './migration-plan.ts';

const bullets = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)];

/** A plan for a person at a terminal: its SQL, what it loses, what it depends on. */
export function describePlan(plan: Plan): string {
  return [
    ...plan.statements.map((statement) => `  ${statement}`),
    ...bullets('This loses or moves data:', plan.losses),
    ...bullets('This works only if the rows allow it:', plan.conditions),
    '',
  ].join('\n');
}
