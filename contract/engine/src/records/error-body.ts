import { z } from 'zod';
import type { ErrorBody } from './errors.ts';

/** The values for the placeholders of a message. */
const values = z.record(z.string(), z.union([z.string(), z.number()]));

/** The schema of an error of one field. */
export const fieldErrorBody = z.object({
  key: z.string(),
  message: z.string(),
  values: values.exactOptional(),
});

const reason = z.object({
  message: z.string(),
  key: z.string().exactOptional(),
  values: values.exactOptional(),
});

/** The schema of the standard error body, for the contract and the OpenAPI document. */
export const errorBody: z.ZodType<ErrorBody> = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(fieldErrorBody)).exactOptional(),
  requestId: z.string(),
  reason: reason.exactOptional(),
  current: z.unknown().exactOptional(),
  record: z.object({ resource: z.string(), id: z.string(), label: z.string() }).exactOptional(),
  count: z.int().exactOptional(),
});
