import { defineEntity, p } from '@mikro-orm/core';

/** The counters of attempts, used by `kernel/http/rate-limiter.ts`. */
export const RateLimitEntry = defineEntity({
  name: 'RateLimitEntry',
  tableName: 'rate_limit_counters',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    resetsAt: p.datetime().index(),
  },
});
