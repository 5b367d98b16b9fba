import { z } from 'zod';

const relatedCount = z.object({
  resource: z.string(),
  field: z.string(),
  total: z.int(),
  /** False if counting stopped early: `total` is then a lower bound. */
  exact: z.boolean(),
});

/** The schema of the response: one count for each reference to the record. */
export const relatedCounts = z.array(relatedCount);

/** The number of records of a resource whose reference, `field`, refers to a record. */
export type RelatedCount = z.infer<typeof relatedCount>;
