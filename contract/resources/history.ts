import { z } from 'zod';

/** One change of a record: who, when, and the fields that became different. The newest comes first. */
export interface HistoryEntry {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
  /** ISO 8601 */
  readonly at: string;
  /** Null where the user is gone, or the server itself acted. */
  readonly actor: { readonly id: string; readonly label: string } | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** A HistoryEntry as a schema. */
export const historyEntry = z.object({
  id: z.uuid(),
  action: z.enum(['create', 'update', 'delete']),
  at: z.iso.datetime(),
  actor: z.object({ id: z.uuid(), label: z.string() }).nullable(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
}) as unknown as z.ZodType<HistoryEntry>;
