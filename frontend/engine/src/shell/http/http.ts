import type { ApiCall } from '@bindery/contract/api/client.ts';
import { preloadedResponses, takeResponse } from '../browser/preloaded-responses.ts';
import { actingHeaders } from './acting-as.ts';
import { blockedByDemo, explainByDialog } from './explaining-dialogs.ts';
import { HttpError } from './http-error.ts';

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
  if (!response.ok) throw toHttpError(response, await response.json().catch(() => null));
  return response;
}

function toHttpError({ status, statusText }: Response, body: unknown): HttpError {
  const error = new HttpError({ status, statusText, body });
  explainByDialog(error);
  return error;
}
