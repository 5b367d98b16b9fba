/**
 * The English messages of the error codes of the product's endpoints, for API clients; pages translate the
 * code. Auth endpoints return better-auth's codes in the same shape.
 */
export const errorMessages = {
  INVALID: 'The request is not valid',
  UNAUTHENTICATED: 'Sign in first',
  FORBIDDEN: 'You are not allowed to do this',
  NOT_FOUND: 'Not found',
  CONFLICT: 'Conflict with an existing record',
  IN_USE: 'This record is in use',
  PRECONDITION_FAILED: 'Another user has changed this record since you read it',
  SELECTION_CHANGED: 'The number of matching records differs from the stated count',
  CHANGED_SINCE: 'This record has been changed again since, so the change cannot be undone',
  CANNOT_UNDO: 'This change cannot be undone',
  SESSION_CHANGED: 'The user has changed, or has moved to other rows, since the page was opened',
  IDEMPOTENCY_KEY_IN_USE:
    'The first request with this Idempotency-Key is still running, try again in a moment',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key has been used for another request',
  TOO_LARGE: 'The request is too large',
  UNSUPPORTED_ENCODING: 'The content encoding of the body is not supported: send the body uncompressed',
  UNUSABLE_FILE: 'This file cannot be used',
  MISDIRECTED: 'This server does not serve this host: use the address in VITE_BASE_URL',
  TOO_MANY_REQUESTS: 'Too many requests, try again later',
  TOO_MANY_INVITATIONS:
    'At most 50 users an hour can be created one by one, because each gets an email: import them instead, without emails',
  UNAVAILABLE: 'The service is unavailable, try again later',
  MAIL_UNAVAILABLE: 'Email is unavailable, try again in a moment',
  FILES_UNAVAILABLE: 'The file store is unavailable: files can neither be stored nor read, try again later',
  STORAGE_FULL: 'The disk is full, nothing was changed',
  DEMO_MODE: 'This is a read-only demo, this action is disabled.',
  SESSION_EXPIRED: 'Session expired. Re-authenticate to perform this action.',
  INTERNAL: 'Something went wrong',
  API_KEY_INVALID: 'This API key does not exist',
  API_KEY_EXPIRED: 'This API key has expired',
  API_KEY_REVOKED: 'This API key has been revoked',
  API_KEY_BANNED: 'The user of this API key is banned',
  API_KEY_AND_COOKIE: 'The request has both an API key and a session cookie: send only one of them',
  API_KEY_NOT_ALLOWED: 'This is not possible with an API key: sign in instead',
  API_KEY_READ_ONLY: 'This API key is read-only',
  YOU_CANNOT_BAN_YOURSELF: 'You cannot ban yourself',
  YOU_CANNOT_REMOVE_YOURSELF: 'You cannot remove yourself',
  YOU_CANNOT_CHANGE_YOUR_OWN_ROLE: 'You cannot change your own role',
  YOU_CANNOT_IMPERSONATE_ADMINS: 'You cannot impersonate admins',
  USER_HAS_MORE_RIGHTS: 'This user has rights that you may not administer',
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: 'You are not allowed to assign this role',
  LAST_ADMIN: 'The last admin cannot lose this role',
  IMPERSONATING: 'Not allowed while impersonating a user',
  NOT_IMPERSONATING: 'You are not impersonating a user',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'The only owner cannot leave the organization',
} as const;

/** The code of an error of the product's endpoints. */
export type ErrorCode = keyof typeof errorMessages;

/** The error codes of the product's endpoints. */
export const errorCodes = Object.keys(errorMessages) as readonly ErrorCode[];

/** An error of one field: a translation key, the values for its placeholders, and the English message. */
export interface FieldError {
  readonly key: string;
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/**
 * Why a resource hook rejects a write, for users: in English, and optionally as a translation key, either of
 * an extension such as `loans.tooMany`, or below `manager.rules`.
 */
export interface Reason {
  readonly message: string;
  readonly key?: string;
  readonly values?: FieldError['values'];
}

/** The record at which a write of several records failed; the label falls back to the id. */
export interface FailedRecord {
  readonly resource: string;
  readonly id: string;
  readonly label: string;
}

/** The body of every error response. `errors` is set if the error concerns single fields. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly FieldError[]>>;
  readonly requestId: string;
  /** Set if a resource hook gives its own reason. */
  readonly reason?: Reason;
  /** With 412: the current state of the record. */
  readonly current?: unknown;
  /** The failing record, if the request writes several. */
  readonly record?: FailedRecord;
  /** With SELECTION_CHANGED: the current number of matching records. */
  readonly count?: number;
}
