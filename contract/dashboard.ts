import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { historyEntry } from './resources/history.ts';
import { commonErrors } from './shared-responses.ts';

const c = initContract();

const total = z.object({ resource: z.string(), total: z.int() });

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
});

const dashboard = z.object({
  totals: z.array(total),
  /** The last 30 days in UTC, oldest first, including those without sign-ins. */
  signIns: z.array(z.object({ day: z.iso.date(), count: z.int() })),
  breakdowns: z.array(breakdown),
  latest: z.array(latestChange),
});

/** The number of records of a resource. */
export type Total = z.infer<typeof total>;

/** The number of a resource's records per target of one of its references; the largest first. */
export type Breakdown = z.infer<typeof breakdown>;

/** A change of a record; `label` is that of the record, null if it was deleted. */
export type LatestChange = z.infer<typeof latestChange>;

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
