import { z } from 'zod';
import { errorBody } from '#contract/records/error-body.ts';

/** A value that the client chooses: a repeated request with the same value within a day runs once. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('Runs the request once, however often it arrives with this key within a day'),
});

/** The additional errors of a request with an Idempotency-Key. */
export const repeatErrors = { 409: errorBody, 422: errorBody } as const;

/** The header of such a response that says when to retry. */
export const retryHeaders = { 409: { 'Retry-After': 'sometimes' } } as const;
