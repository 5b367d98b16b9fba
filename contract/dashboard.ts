import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { type HistoryEntry, historyEntry } from './resources/history.ts';
import { commonErrors } from './shared-responses.ts';

const c = initContract();

/** The number of records of a resource. */
export interface Total {
  readonly resource: string;
  readonly total: number;
}

/** The number of a resource's records per target of one of its references; the largest first. */
export interface Breakdown {
  readonly resource: string;
  readonly field: string;
  readonly parts: readonly { readonly id: string; readonly label: string; readonly total: number }[];
}

/** A change of a record; `label` is that of the record, null if it was deleted. */
export interface LatestChange extends HistoryEntry {
  readonly resource: string;
  readonly recordId: string;
  readonly label: string | null;
}

/** The data of the admin dashboard: figures of the readable resources, each linked to its list. */
export interface Dashboard {
  readonly totals: readonly Total[];
  /** The last 30 days in UTC, oldest first, including those without sign-ins. */
  readonly signIns: readonly { readonly day: string; readonly count: number }[];
  readonly breakdowns: readonly Breakdown[];
  readonly latest: readonly LatestChange[];
}

const dashboard = z.object({
  totals: z.array(z.object({ resource: z.string(), total: z.int() })),
  signIns: z.array(z.object({ day: z.iso.date(), count: z.int() })),
  breakdowns: z.array(
    z.object({
      resource: z.string(),
      field: z.string(),
      parts: z.array(z.object({ id: z.uuid(), label: z.string(), total: z.int() })),
    }),
  ),
  latest: z.array(
    z.intersection(
      historyEntry,
      z.object({ resource: z.string(), recordId: z.uuid(), label: z.string().nullable() }),
    ),
  ),
}) as unknown as z.ZodType<Dashboard>;

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
