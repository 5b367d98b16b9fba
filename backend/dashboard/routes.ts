import type { Router } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { endpoints, guardedBy } from '#backend/http/endpoints.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import { requireRight, requireSessionOf } from '#backend/sessions/middleware.ts';
import { type Dashboard, dashboardRoutes } from '#contract/dashboard.ts';
import { can } from '#contract/rights.ts';
import type { Resource, Role } from '#contract/schema/index.ts';
import { breakdownsOf } from './breakdowns.ts';
import { latestOf } from './latest.ts';
import { signInsOf } from './sign-ins.ts';
import { totalsOf } from './totals.ts';

interface Parts {
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly counts: CountCache;
}

/** The endpoint of the manager's dashboard, for users who may open the manager. */
export function dashboardEndpoints(parts: Parts): Router {
  return endpoints(dashboardRoutes, {
    read: {
      ...guardedBy(requireRight('apps', 'manager')),
      handler: async ({ res }) => ({
        status: 200,
        body: await dashboardOf(parts, requireSessionOf(res).user.role),
      }),
    },
  });
}

async function dashboardOf(parts: Parts, role: Role): Promise<Dashboard> {
  const { database, resources } = parts;
  const readable: Resource[] = Object.values(resources).filter(({ rights }) => rights[role].includes('read'));
  const [totals, signIns, breakdowns, latest] = await Promise.all([
    totalsOf(parts, readable),
    can(role, 'session', 'list') ? signInsOf(database) : [],
    breakdownsOf({ database, resources, role }),
    latestOf({ database, resources, role }),
  ]);
  return { totals, signIns, breakdowns, latest };
}
