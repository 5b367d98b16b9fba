import type { ErrorBody, Reason } from '#contract/errors.ts';
import { loadNamespaces, translate } from '../i18n/i18n.ts';
import { HttpError } from './http-error.ts';

/** Returns the message of the server-side rule that rejected the request; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  const { key, values, message }: Partial<Reason> =
    (error instanceof HttpError && (error.body as Partial<ErrorBody> | null)?.reason) || {};
  return message && translate(`manager.rules.${key}`, values, message);
}

/**
 * Returns the message of a failed call in the user's language: the translation of the server's error code, or
 * a general one. Loads the error translations on first use.
 */
export async function describeError(error: unknown): Promise<string> {
  const code = error instanceof HttpError ? error.code : 'UNKNOWN_ERROR';
  if (code === 'OFFLINE') return translate('common.unreachable');
  const reason = errorCode(error);
  if (reason) return reason;
  try {
    await loadNamespaces('errors');
  } catch {
    return translate('common.somethingWrong');
  }
  return translate(`errors.codes.${code}`, undefined, translate('errors.codes.UNKNOWN_ERROR'));
}
