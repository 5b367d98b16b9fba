import type { ApiCall } from '@bindery/contract/api/client.ts';
import { ACTING_AS } from '@bindery/contract/records/init.ts';
import { preloadedResponses, takeResponse } from '../browser/preloaded-responses.ts';
import { blockedByDemo, explainByDialog } from './explaining-dialogs.ts';
import { HttpError } from './http-error.ts';

let stated: string | undefined;

/** Sets as whom the page acts: see `actingAs` of the session. */
export function actAs(next: string | undefined): void {
  stated = next;
}

/** Returns the header with which a write states as whom the page acts. */
export const actingHeaders = (): Readonly<Record<string, string>> =>
  stated === undefined ? {} : { [ACTING_AS]: stated };

let onUnauthorized: () => Promise<void> = async () => {};

/** Registers the handler to run before a call fails because it needs a session. */
export function handleUnauthorized(handle: () => Promise<void>): void {
  onUnauthorized = handle;
}

/** Runs the registered handler for calls without a session, for calls that are sent elsewhere. */
export const reportUnauthorized = (): Promise<void> => onUnauthorized();

/**
 * Sends a request with the session cookie; returns the response, whose body may be a stream. Throws an
 * HttpError for an error response, and if there is no connection.
 */
export async function send({ url, headers, ...call }: ApiCall): Promise<Response> {
  if (blockedByDemo({ method: call.method, url })) {
    throw new HttpError({
      status: 403,
      statusText: '',
      body: { code: 'DEMO_MODE', message: 'Demo mode' },
    });
  }
  const isWrite = call.method !== 'GET';
  // After a write or a sign-out, what the document preloaded may be stale, or another user's.
  if (isWrite) preloadedResponses.clear();
  const sent = { accept: 'application/json', ...(isWrite && actingHeaders()), ...headers };
  const response = await (
    takeResponse(url) || fetch(url, { ...call, credentials: 'include', headers: sent })
  ).catch((cause) => {
    if (call.signal?.aborted) throw cause;
    throw new HttpError({ status: 0, statusText: 'No connection', body: null });
  });
  call.signal?.throwIfAborted();
  if (response.status === 401) await onUnauthorized();
  if (response.ok) return response;
  const { status, statusText } = response;
  const error = new HttpError({ status, statusText, body: await response.json().catch(() => null) });
  explainByDialog(error);
  throw error;
}
