import { z } from 'zod';
import { errorBody } from './error-body.ts';

/**
 * Error responses of any endpoint: invalid, unauthorized, forbidden, compressed, rate-limited, unavailable,
 * disk full.
 */
export const commonErrors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  415: errorBody,
  429: errorBody,
  503: errorBody,
  507: errorBody,
} as const;

/** The common errors plus 404, for endpoints of a single record. */
export const withNotFound = { ...commonErrors, 404: errorBody } as const;

/** The path parameter with the id of a record or user, case-insensitive. */
export const byId = z.object({ id: z.uuid().toLowerCase() });
