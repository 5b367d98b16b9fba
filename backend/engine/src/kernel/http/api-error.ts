import { type ErrorBody, type ErrorCode, errorMessages } from '@bindery/contract/records/errors.ts';
import { type FieldErrorKey, fieldError, fieldErrors } from '@bindery/contract/records/validation.ts';
import type { z } from 'zod';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  DEMO_MODE: 403,
  SESSION_EXPIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IN_USE: 409,
  SELECTION_CHANGED: 409,
  CHANGED_SINCE: 409,
  CANNOT_UNDO: 409,
  SESSION_CHANGED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_ENCODING: 415,
  MISDIRECTED: 421,
  UNUSABLE_FILE: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_INVITATIONS: 429,
  INTERNAL: 500,
  API_KEY_INVALID: 401,
  API_KEY_EXPIRED: 401,
  API_KEY_REVOKED: 401,
  API_KEY_BANNED: 401,
  API_KEY_AND_COOKIE: 400,
  API_KEY_NOT_ALLOWED: 403,
  API_KEY_READ_ONLY: 403,
  UNAVAILABLE: 503,
  MAIL_UNAVAILABLE: 503,
  FILES_UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  YOU_CANNOT_BAN_YOURSELF: 403,
  YOU_CANNOT_REMOVE_YOURSELF: 403,
  YOU_CANNOT_CHANGE_YOUR_OWN_ROLE: 403,
  YOU_CANNOT_IMPERSONATE_ADMINS: 403,
  USER_HAS_MORE_RIGHTS: 403,
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: 403,
  LAST_ADMIN: 409,
  IMPERSONATING: 403,
  NOT_IMPERSONATING: 400,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 409,
};

/** What an error says besides its code; `message` overrides the English message of the code. */
type Details = Partial<Omit<ErrorBody, 'code' | 'requestId'>>;

type Values = Readonly<Record<string, string | number>>;

/** Returns the details of an error that fields have, all for one reason. */
export function errorsAt(
  fields: string | readonly string[],
  key: FieldErrorKey,
  values?: Values,
): Required<Pick<Details, 'errors'>> {
  const names = [fields].flat();
  return { errors: Object.fromEntries(names.map((name) => [name, [fieldError(name, key, values)]])) };
}

/** Like `errorsAt` for one field, whose reason is also the message of the error. */
export function reasonAt(field: string, key: FieldErrorKey, values?: Values): Details {
  return { message: fieldError(field, key, values).message, ...errorsAt(field, key, values) };
}

/** @throws ApiError INVALID if the time in a field, if there is one, has passed. */
export function requireFuture(field: string, time: string | null | undefined): void {
  if (time && Date.parse(time) <= Date.now())
    throw new ApiError('INVALID', errorsAt(field, 'errors.tooEarly', { min: new Date().toISOString() }));
}

/** An error response. Thrown anywhere below a route, it is sent as the standard error body. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  /** The `cause` is never sent: of an error that is temporary, the log has its message. */
  constructor(code: ErrorCode, details: Details = {}, options?: ErrorOptions) {
    super(details.message ?? errorMessages[code], options);
    this.code = code;
    this.status = STATUS[code];
    this.details = details;
  }

  body(requestId: string): ErrorBody {
    const { code, message } = this;
    return { code, message, ...this.details, requestId };
  }
}

/**
 * Returns the value of a schema.
 * @throws ApiError INVALID that names the fields.
 */
export function requireValid<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error) throw new ApiError('INVALID', { errors: fieldErrors(error.issues) });
  return data;
}
