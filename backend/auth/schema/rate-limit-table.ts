import { defineEntity, p } from '@mikro-orm/core';

/** Counts how often something was tried in a running hour; `auth/budgets.ts` says what is counted. */
export const CodeBudget = defineEntity({
  name: 'CodeBudget',
  tableName: 'code_budgets',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetsAt: p.datetime().index(),
  },
});
