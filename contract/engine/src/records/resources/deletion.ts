import { z } from 'zod';

const affectedRecords = z.object({ resource: z.string().nullable(), total: z.int() });

/** The schema of a Deletion. */
export const deletion = z.object({
  /** The records that are deleted too, by cascades of any depth. */
  deleted: z.array(affectedRecords),
  /** The records that remain and whose reference becomes null. */
  changed: z.array(affectedRecords),
  /**
   * The records that refer to this record or to one deleted with it; while there are any, nothing is deleted.
   */
  blocking: z.array(affectedRecords),
});

/** Records affected by a deletion: their resource, null if the caller may not read it, and their count. */
export type AffectedRecords = z.infer<typeof affectedRecords>;

/** The effects of deleting a record, and what prevents it. */
export type Deletion = z.infer<typeof deletion>;
