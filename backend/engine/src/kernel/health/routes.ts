import { healthRoutes } from '@bindery/contract/api/health.ts';
import type { Router } from 'express';
import { endpoints } from '#backend/kernel/http/endpoints.ts';
import type { FindReadiness } from './readiness.ts';

/**
 * Returns the router with the monitoring endpoints. It is mounted before everything that needs the database.
 */
export function healthEndpoints(readiness: FindReadiness): Router {
  return endpoints(healthRoutes, {
    live: async ({ res }) => {
      res.set('Cache-Control', 'no-store');
      return { status: 200, body: { status: 'live' } };
    },
    ready: async ({ res }) => {
      const body = await readiness();
      res.set('Cache-Control', 'no-store');
      return { status: body.status === 'ready' ? 200 : 503, body };
    },
  });
}
