import { z } from 'zod';
import { errorBody } from '#contract/records/route-parts.ts';
import { strictRouter } from '#contract/records/ts-rest.ts';

/** The dependencies that the readiness check covers. */
export const healthChecks = ['database', 'migrations', 'mail', 'clock'] as const;
/** A dependency that the readiness check covers. */
export type HealthCheck = (typeof healthChecks)[number];

const result = z.enum(['ok', 'failed']);
const live = z.object({ status: z.literal('live') });
const ready = z.object({
  status: z.enum(['ready', 'notReady']),
  checks: z.object({ database: result, migrations: result, mail: result, clock: result }),
});

/** Whether a server is ready for requests, with the result of each check. */
export type Readiness = z.infer<typeof ready>;

/** Health endpoints for monitoring: public, and without details. */
export const healthRoutes = strictRouter({
  live: {
    method: 'GET',
    path: '/api/health/live',
    summary: 'Whether the process responds; restart it if it does not',
    responses: { 200: live, 400: errorBody },
    metadata: { public: true },
  },
  ready: {
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Whether the server is ready for requests, by the state of its dependencies',
    responses: { 200: ready, 400: errorBody, 503: ready },
    metadata: { public: true },
  },
});
