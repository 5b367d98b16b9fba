import type { ErrorBody, Reason } from '@bindery/contract/records/errors.ts';
import { loadNamespaces, translate } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/keys.ts';
import { HttpError } from './http-error.ts';

/**
 * Loads the translations of keys. Without a translation, or if loading fails, the English message remains.
 */
export async function loadTextsOf(keys: readonly string[]): Promise<void> {
  const namespaces = new Set(keys.filter((key) => key.includes('.')).map((key) => key.split('.')[0]));
  const load = (namespace: string | undefined) =>
    loadNamespaces(namespace as Namespace).catch(() => undefined);
  await Promise.all([...namespaces].map(load));
}

/**
 * Loads the translations of a failed call's field errors: the product's, and those of the extensions in the
 * keys.
 */
export async function loadErrorTexts(error: unknown): Promise<void> {
  if (error instanceof HttpError) await loadTextsOf(Object.values(error.errors).map(({ key }) => key));
}

/**
 * Returns the message of the server-side rule that rejected the request, translated if possible, otherwise in
 * English; undefined for other errors. Loads the translations of the extension in the key.
 */
export async function describeReason(error: unknown): Promise<string | undefined> {
  const { key, values, message }: Partial<Reason> =
    (error instanceof HttpError && (error.body as Partial<ErrorBody> | null)?.reason) || {};
  if (message === undefined || key === undefined) return message;
  await loadTextsOf([key]);
  return translate(key, values, translate(`manager.rules.${key}`, values, message));
}

/**
 * Returns the message of a failed call in the user's language: the translation of the server's error code, or
 * a general one. Loads the error translations on first use.
 */
export async function describeError(error: unknown): Promise<string> {
  const code = error instanceof HttpError ? error.code : 'UNKNOWN_ERROR';
  if (code === 'OFFLINE') return translate('common.unreachable');
  const reason = await describeReason(error);
  if (reason) return reason;
  try {
    await loadNamespaces('errors');
  } catch {
    return translate('common.somethingWrong');
  }
  return translate(`errors.codes.${code}`, undefined, translate('errors.codes.UNKNOWN_ERROR'));
}
