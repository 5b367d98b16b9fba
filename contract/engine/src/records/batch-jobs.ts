import { z } from 'zod';
import { fieldErrorBody } from './error-body.ts';

/**
 * What a batch job does with its records; `undo` undoes another batch. The list of jobs also has running imports, of which
 * `/api/imports` has the details.
 */
const batchKinds = ['update', 'delete', 'archive', 'restore', 'undo', 'check', 'import'] as const;

/** Why a batch job has stopped: an error as responses have it, without the id of a request. */
const batchError = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(fieldErrorBody)).exactOptional(),
  reason: z
    .object({
      message: z.string(),
      key: z.string().exactOptional(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
    })
    .exactOptional(),
  /** The record at fault. */
  record: z.object({ resource: z.string(), id: z.string(), label: z.string() }).exactOptional(),
});

/** The schema of a BatchJob. */
export const batchJob = z.object({
  /** The batch of the history entries that it makes: what it has done can be taken back by it. */
  id: z.uuid(),
  kind: z.enum(batchKinds),
  resource: z.string(),
  /** The batch that an `undo` takes back. */
  undoes: z.uuid().nullable(),
  /** `failed`: it has stopped for the reason in `error`; like a cancelled one it can be resumed. */
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** The number of records that it has dealt with, and of all. */
  done: z.int(),
  total: z.int(),
  /** How many records it has changed. */
  changed: z.int(),
  /** How many stay as they are: they were gone, or for an undo have been changed since. */
  skipped: z.int(),
  error: batchError.nullable(),
  createdAt: z.string(),
});

/**
 * A change of more records than one request writes, or the undo of one: a job that writes portion by portion, each all or
 * nothing.
 */
export type BatchJob = z.infer<typeof batchJob>;
