import { z } from 'zod';
import { MAX_BATCH_SIZE, MAX_QUERY_LENGTH } from '#contract/records/limits.ts';

const id = z.uuid().toLowerCase();

/** The schema of a Selection. */
export const selection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(MAX_BATCH_SIZE), archived: z.boolean().optional() }),
  z.strictObject({
    query: z.string().max(MAX_QUERY_LENGTH),
    count: z.int().min(1),
    except: z.array(id).max(MAX_BATCH_SIZE).optional(),
  }),
]);

/**
 * The selected records of a request: their ids, or the query string of a list (its filters and `q`) without
 * the records in `except`. `archived`, here or in the query string, selects records of the archive. `count`
 * is the number of records that the page showed the user, without those in `except`. It is
 * not limited here: endpoints that write at most MAX_BATCH_SIZE records reject more.
 */
export type Selection = z.infer<typeof selection>;

/** The request body of a bulk write: the operation and the selected records. */
export type BulkBody<Values> =
  | { select: Selection; action: 'delete' }
  | { select: Selection; action: 'restore' }
  | { select: Selection; action: 'update'; values: Values };

/** Creates the schema of a bulk write from the schema of an update. */
export const bulkBodyOf = <Values>(
  update: z.ZodType<Values, Values>,
): z.ZodType<BulkBody<Values>, BulkBody<Values>> =>
  z.discriminatedUnion('action', [
    z.strictObject({ select: selection, action: z.literal('delete') }),
    z.strictObject({ select: selection, action: z.literal('restore') }),
    z.strictObject({ select: selection, action: z.literal('update'), values: update }),
  ]);

/** The schema of a BatchResult. */
export const batchResult = z.object({ batch: z.uuid(), count: z.int(), changed: z.int() });

/**
 * The result of a write of several records: the batch of its changes in the history, the number of records,
 * and how many of them had other values before. If none had, there is nothing to undo.
 */
export type BatchResult = z.infer<typeof batchResult>;
