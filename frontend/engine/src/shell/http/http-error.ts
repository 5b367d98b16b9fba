import type { ErrorBody, FieldError } from '@bindery/contract/records/errors.ts';

/** An error response, or a call without a response (`status` 0). Refine reads `statusCode` and `errors`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly statusCode: number;
  readonly statusText: string;
  readonly body: unknown;
  /** The error code of the response; `OFFLINE` when there was no response. */
  readonly code: string;
  /** The first error of each field. */
  readonly errors: Record<string, FieldError>;

  constructor(response: { status: number; statusText: string; body: unknown }) {
    const body = (response.body ?? {}) as Partial<ErrorBody>;
    super(body.message ?? response.statusText);
    this.status = response.status;
    this.statusCode = response.status;
    this.statusText = response.statusText;
    this.body = response.body;
    this.code = body.code ?? (response.status === 0 ? 'OFFLINE' : 'UNKNOWN_ERROR');
    this.errors = firstErrors(body.errors ?? {});
  }
}

function firstErrors(errors: NonNullable<ErrorBody['errors']>): Record<string, FieldError> {
  const entries = Object.entries(errors).flatMap(([field, [first]]) =>
    first ? [[field, first] as const] : [],
  );
  return Object.fromEntries(entries);
}
