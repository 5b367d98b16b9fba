import { z } from 'zod';
import { historyEntry } from '#contract/records/resources/history.ts';
import { commonErrors } from '#contract/records/shared-responses.ts';
import { c } from '#contract/records/ts-rest.ts';
import type { Resource } from '#contract/schema/index.ts';

const total = z.object({
  resource: z.string(),
  total: z.int(),
  /** The numbers of existing records that were created in the last 30 days, and in the 30 days before them. */
  created: z.int(),
  createdBefore: z.int(),
});

const breakdown = z.object({
  resource: z.string(),
  field: z.string(),
  parts: z.array(z.object({ id: z.uuid(), label: z.string(), total: z.int() })),
});

const latestChange = z.object({
  ...historyEntry.shape,
  resource: z.string(),
  recordId: z.uuid(),
  label: z.string().nullable(),
  /** How many entries its batch has: it stands for all of them. Absent for a change that was made alone. */
  batchSize: z.int().optional(),
});

const dashboard = z.object({
  totals: z.array(total),
  /**
   * The last 30 days in UTC, oldest first, including those without sign-ins. `before` is the number of sign-ins
   * 30 days before each of them.
   */
  signIns: z.array(z.object({ day: z.iso.date(), count: z.int(), before: z.int() })),
  /** The number of sign-ins in the 30 days before those; null if the caller may not see sign-ins. */
  signInsBefore: z.int().nullable(),
  /** The users who need attention; null if the caller may not read users. */
  users: z.object({ banned: z.int(), notOnboarded: z.int() }).nullable(),
  breakdowns: z.array(breakdown),
  latest: z.array(latestChange),
});

/** The number of records of a resource, and how many of them are new. */
export type ResourceTotal = z.infer<typeof total>;

/** The number of a resource's records per target of one of its references; the largest first. */
export type Breakdown = z.infer<typeof breakdown>;

/** A change of a record; `label` is that of the record, null if it was deleted. */
export type LatestChange = z.infer<typeof latestChange>;

/** The most resources on a dashboard whose entries leave it open which stand there. */
const MOST_BY_DEFAULT = 6;

/** Returns those of the readable resources that stand on the dashboard. */
export function dashboardResources(
  all: readonly Resource[],
  readable: readonly Resource[],
): readonly Resource[] {
  if (all.some(({ dashboard }) => dashboard === true))
    return readable.filter(({ dashboard }) => dashboard === true);
  return readable.filter(({ dashboard }) => dashboard !== false).slice(0, MOST_BY_DEFAULT);
}

/** The data of the admin dashboard: figures of the readable resources, each linked to its list. */
export type Dashboard = z.infer<typeof dashboard>;

/** The endpoint of the dashboard page. Requires access to the manager. */
export const dashboardRoutes = c.router({
  read: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Figures, sign-ins and latest changes',
    responses: { 200: dashboard, ...commonErrors },
    strictStatusCodes: true,
  },
});
