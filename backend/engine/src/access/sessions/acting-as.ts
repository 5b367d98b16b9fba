import { createHmac } from 'node:crypto';
import { ACTING_AS } from '@bindery/contract/records/init.ts';
import type { Request } from 'express';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { userFieldsKey } from './stored-actor.ts';

/** The length of the text: enough that two users, or two tenants, do not have the same. */
const LENGTH = 22;

/**
 * Returns the text with which a page states as whom it acts: it changes with the user and with the fields
 * that decide the rows of the user. It is keyed, so that it reveals no field that the user may not read.
 */
export const actingAs = ({ user: { id, fields } }: Pick<RequestSession, 'user'>, secret: string): string =>
  createHmac('sha256', secret)
    .update(`acting as ${id} ${userFieldsKey(fields)}`)
    .digest('base64url')
    .slice(0, LENGTH);

/**
 * Returns the function that rejects a request with ACTING_AS of another user, or of other rows of the user.
 * @throws ApiError SESSION_CHANGED.
 */
export const createActingCheck =
  (secret: string) =>
  ({ headers }: Pick<Request, 'headers'>, session: RequestSession): void => {
    if (headers[ACTING_AS] !== actingAs(session, secret)) throw new ApiError('SESSION_CHANGED');
  };
