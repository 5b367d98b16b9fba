import { z } from 'zod';
import { errorBody } from './error-body.ts';

/** The refusals that any call can meet: wrong, not signed in, not allowed, too often, not now, no room left. */
export const commonErrors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  429: errorBody,
  503: errorBody,
  507: errorBody,
} as const;

/** Those of a call about one thing, which may not be there. */
export const withNotFound = { ...commonErrors, 404: errorBody } as const;

/** The parameter of an address that names one record or user, written in capitals or not. */
export const byId = z.object({ id: z.uuid().toLowerCase() });
