import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { type HistoryEntry, historyEntry } from './resources/history.ts';
import { commonErrors } from './shared-responses.ts';

const c = initContract();

/** How many records of a resource there are. */
export interface Total {
  readonly resource: string;
  readonly total: number;
}

/** How the records of a resource spread over what one of its references points to; the largest part first. */
export interface Breakdown {
  readonly resource: string;
  readonly field: string;
  readonly parts: readonly { readonly id: string; readonly label: string; readonly total: number }[];
}

/** A change of some record; `label` is how the record was called, null where it is gone. */
export interface LatestChange extends HistoryEntry {
  readonly resource: string;
  readonly recordId: string;
  readonly label: string | null;
}

/** What an admin sees first: figures of the resources they may read, each of which leads to its list. */
export interface Dashboard {
  readonly totals: readonly Total[];
  /** The last 30 days in UTC, the oldest first, also those on which nobody signed in. */
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

/** The manager's first page, in one call. For those who may enter the manager. */
export const dashboardRoutes = c.router({
  read: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Figures, sign-ins and latest changes',
    responses: { 200: dashboard, ...commonErrors },
    strictStatusCodes: true,
  },
});
