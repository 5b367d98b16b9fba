import { z } from 'zod';

/** A change of a record: who, when, and the changed fields. Lists are newest first. */
export interface HistoryEntry {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
  /** ISO 8601 */
  readonly at: string;
  /** Null if the user was deleted or the server itself made the change. */
  readonly actor: { readonly id: string; readonly label: string } | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** The schema of a HistoryEntry. */
export const historyEntry = z.object({
  id: z.uuid(),
  action: z.enum(['create', 'update', 'delete']),
  at: z.iso.datetime(),
  actor: z.object({ id: z.uuid(), label: z.string() }).nullable(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
}) as unknown as z.ZodType<HistoryEntry>;
