import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules of WCAG 2.2 AA, and what axe holds to be good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another theme changes: colours, and nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** A rule of accessibility that a page breaks, and the elements that do. */
export interface Violation {
  readonly rule: string;
  readonly where: readonly string[];
}

/** Tries the page as it stands now by all rules, or only by those for colours, which takes a third of the time. */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly =
    rules === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOURS };
  const results = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
  return results.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
  }));
}
