import { z } from 'zod';
import type { ErrorBody } from './errors.ts';

const fieldError = z.object({
  key: z.string(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const reason = fieldError.partial({ key: true });

/** The schema of the standard error body, for the contract and the OpenAPI document. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(fieldError)).optional(),
  requestId: z.string(),
  reason: reason.optional(),
  current: z.unknown().optional(),
}) as unknown as z.ZodType<ErrorBody>;
