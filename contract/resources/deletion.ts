import { z } from 'zod';

/** Some records that a deletion reaches: of which resource, null where the caller may not read it, and how many. */
export interface Reached {
  readonly resource: string | null;
  readonly total: number;
}

/** What goes along with a record when it is deleted, and what keeps it from being deleted. */
export interface Deletion {
  /** The records that are deleted as well, however far the references go. */
  readonly deleted: readonly Reached[];
  /** The records that stay, and lose the reference. */
  readonly changed: readonly Reached[];
  /** The records that use it, or what goes along with it: as long as there are some, nothing is deleted. */
  readonly blocking: readonly Reached[];
}

const reached = z.array(z.object({ resource: z.string().nullable(), total: z.int() }));

/** A Deletion as a schema. */
export const deletion = z.object({
  deleted: reached,
  changed: reached,
  blocking: reached,
}) as unknown as z.ZodType<Deletion>;
