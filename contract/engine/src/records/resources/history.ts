import { z } from 'zod';

/** What the history records. */
const historyActions = ['create', 'update', 'delete', 'archive', 'restore'] as const;

/** The schema of a HistoryChange. */
export const historyChange = z.object({
  id: z.uuid(),
  action: z.enum(historyActions),
  at: z.iso.datetime(),
  /** Null if the user was deleted or the server made the change. */
  actor: z.object({ id: z.uuid(), label: z.string() }).nullable(),
  /** The admin who acted as the user. Null outside of impersonation. */
  impersonator: z.object({ id: z.uuid(), label: z.string() }).nullable(),
  /** The API key that the user made the change with, under the name it had then, even if revoked since. */
  apiKey: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The shared id of changes made together: bulk changes, deletions with their effects, undone changes. */
  batch: z.uuid().nullable(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  /** Whether the change has been undone, and not been made again since. */
  undone: z.boolean().optional(),
  /** Whether a creation has brought a deleted record back. */
  returned: z.boolean().optional(),
});

/** A change of a record: who, when, and the changed fields. Lists are newest first. */
export type HistoryChange = z.infer<typeof historyChange>;
