import { z } from 'zod';
import { errorBody } from '#contract/records/error-body.ts';

/** A value of the client's own: the same request with the same one within a day is done once. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('Does the request once, however often it arrives with this key within a day'),
});

/** What a request with an Idempotency-Key may be answered besides. */
export const repeatErrors = { 409: errorBody, 422: errorBody } as const;

/** The header of such an answer that tells when to try again. */
export const retryHeaders = { 409: { 'Retry-After': 'sometimes' } } as const;
