import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    /** Added to a page by axe's own source. */
    readonly axe: typeof axe;
  }
}

/** The rules of WCAG 2.2 AA, and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours, which are all that a theme can affect. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** An accessibility rule that a page violates, and the offending elements. */
export interface Violation {
  readonly rule: string;
  readonly where: readonly string[];
}

const RULES = {
  all: { runOnly: { type: 'tag', values: TAGS } },
  colours: { runOnly: { type: 'rule', values: COLOURS } },
  others: {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])),
  },
} as const satisfies Record<string, axe.RunOptions>;

/** Checks the current page against all rules, only those for colours, or only the others. */
export async function violations(page: Page, rules: keyof typeof RULES = 'all'): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate((options) => window.axe.run(document, options), {
    ...RULES[rules],
    resultTypes: ['violations'],
  } as axe.RunOptions);
  return results.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
  }));
}
