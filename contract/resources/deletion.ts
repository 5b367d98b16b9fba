import { z } from 'zod';

/** Records affected by a deletion: their resource, null if the caller may not read it, and their count. */
export interface AffectedRecords {
  readonly resource: string | null;
  readonly total: number;
}

/** The effects of deleting a record, and what prevents it. */
export interface Deletion {
  /** The records that are deleted too, by cascades of any depth. */
  readonly deleted: readonly AffectedRecords[];
  /** The records that stay and whose reference becomes null. */
  readonly changed: readonly AffectedRecords[];
  /** The records that refer to it or to a record deleted with it: while there are any, nothing is deleted. */
  readonly blocking: readonly AffectedRecords[];
}

const reached = z.array(z.object({ resource: z.string().nullable(), total: z.int() }));

/** The schema of a Deletion. */
export const deletion = z.object({
  deleted: reached,
  changed: reached,
  blocking: reached,
}) as unknown as z.ZodType<Deletion>;
