import type { ErrorBody, Reason } from '#contract/errors.ts';
import { loadNamespaces, translate } from '../i18n/i18n.ts';
import { HttpError } from './http-error.ts';

/** What a rule of the server's own says about it, if that is why it refused. */
export function reasonOf(error: unknown): string | undefined {
  const { key, values, message }: Partial<Reason> =
    (error instanceof HttpError && (error.body as Partial<ErrorBody> | null)?.reason) || {};
  return message && translate(`manager.rules.${key}`, values, message);
}

/**
 * What a failed call means to the user in front of it, in their language: the text of the server's code, else
 * a general one. Loads the catalogue of errors when the first one happens.
 */
export async function describeError(error: unknown): Promise<string> {
  const code = error instanceof HttpError ? error.code : 'UNKNOWN_ERROR';
  if (code === 'OFFLINE') return translate('common.unreachable');
  const reason = reasonOf(error);
  if (reason) return reason;
  try {
    await loadNamespaces('errors');
  } catch {
    return translate('common.somethingWrong');
  }
  return translate(`errors.codes.${code}`, undefined, translate('errors.codes.UNKNOWN_ERROR'));
}
