import { z } from 'zod';
import { commonErrors } from '#contract/records/route-parts.ts';
import { strictRouter } from '#contract/records/ts-rest.ts';
import type { Resource } from '#contract/schema/index.ts';
import { type AuditChange, auditChange } from './history.ts';

const total = z.object({
  resource: z.string(),
  total: z.int(),
  /** The number of existing records created in the last 30 days, and in the 30 days before those. */
  created: z.int(),
  createdBefore: z.int(),
});

const breakdown = z.object({
  resource: z.string(),
  field: z.string(),
  parts: z.array(z.object({ id: z.uuid(), label: z.string(), total: z.int() })),
});

const dashboard = z.object({
  totals: z.array(total),
  /** The last 30 days in UTC, oldest first, all days. `before`: the number of sign-ins 30 days earlier. */
  signIns: z.array(z.object({ day: z.iso.date(), count: z.int(), before: z.int() })),
  /** The number of sign-ins in the 30 days before `signIns`; null if the caller may not see sign-ins. */
  signInsBefore: z.int().nullable(),
  /** The numbers of users who need attention, each counted once; null if the caller may not read users. */
  users: z.object({ banned: z.int(), notVerified: z.int(), notOnboarded: z.int() }).nullable(),
  breakdowns: z.array(breakdown),
  latest: z.array(auditChange),
});

/** The number of records of a resource, and how many of those are new. */
export type ResourceTotal = z.infer<typeof total>;

/** The number of a resource's records per target of one of its references, largest first. */
export type Breakdown = z.infer<typeof breakdown>;

/** A change of fields, or one that represents its batch. */
export type LatestChange = AuditChange;

/** The maximum number of resources on a dashboard when no entry sets `dashboard: true`. */
const MAX_BY_DEFAULT = 6;

/** Returns the readable resources that the dashboard shows. */
export function dashboardResources(
  all: readonly Resource[],
  readable: readonly Resource[],
): readonly Resource[] {
  if (all.some(({ dashboard }) => dashboard === true))
    return readable.filter(({ dashboard }) => dashboard === true);
  return readable.filter(({ dashboard }) => dashboard !== false).slice(0, MAX_BY_DEFAULT);
}

/** The data of the admin dashboard: figures of the readable resources, each linked to its list. */
export type Dashboard = z.infer<typeof dashboard>;

/** The endpoint of the dashboard page. Requires access to the manager. */
export const dashboardRoutes = strictRouter({
  read: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Read figures, sign-ins and latest changes',
    responses: { 200: dashboard, ...commonErrors },
  },
});
