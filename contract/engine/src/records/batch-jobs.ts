import { z } from 'zod';
import { errorOfWrite } from './route-parts.ts';

/** The action of a batch job; `undo` undoes a batch. The list has imports too: details at `/api/imports`. */
const batchKinds = ['update', 'delete', 'archive', 'restore', 'undo', 'check', 'import'] as const;

/** The schema of a BatchJob. */
export const batchJob = z.object({
  /** The batch of its changes in the history, with which they can be undone. */
  id: z.uuid(),
  kind: z.enum(batchKinds),
  resource: z.string(),
  /** The batch that an `undo` undoes. */
  undoes: z.uuid().nullable(),
  /** `failed`: it has stopped for the reason in `error`; like a cancelled job it can be resumed. */
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** The number of processed records, and of all. */
  done: z.int(),
  total: z.int(),
  /** The number of changed records. */
  changed: z.int(),
  /** The number of skipped records: they were gone, or for an undo have been changed since. */
  skipped: z.int(),
  /** Why it has stopped. */
  error: errorOfWrite.nullable(),
  createdAt: z.string(),
});

/** A change of more records than one request writes, or its undo: a job of portions, each all or nothing. */
export type BatchJob = z.infer<typeof batchJob>;
