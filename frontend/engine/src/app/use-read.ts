import type { AnyResponse } from '@bindery/contract/api/client.ts';
import { useEffect, useState } from 'react';
import { read } from '#frontend/shell/http/api.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { discardInitialResponses, initialResponse } from '#frontend/shell/http/initial-data.ts';

/** The response to a call. */
export interface Reading<Data> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly data: Data | undefined;
  /** Whether it failed because the URL has nothing that the visitor may read. */
  readonly isMissing: boolean;
  /** Reads it again; the current data stay until the new ones arrive. */
  readonly again: () => void;
}

/** A response with its URL, and the data read so far: undefined at first. */
interface Read<Data> extends Omit<Reading<Data>, 'again'> {
  readonly of: string;
  readonly known?: string | undefined;
}

/** An endpoint that is read with a request. */
interface Readable<Request, Body> {
  (request: Request): Promise<AnyResponse & { readonly body: Body }>;
  url(request: Request): string;
}

/**
 * Reads an endpoint of the API, `useRead(api.books.list, { query })`, and again when the request changes.
 * Returns the response at once if the server embedded it in the document.
 */
export function useRead<Body, Request extends object>(
  endpoint: Readable<Request, Body>,
  request: Request,
): Reading<Body> {
  const [attempt, setAttempt] = useState(0);
  const url = endpoint.url(request);
  const key = `${attempt} ${url}`;
  const [{ known, of, ...reading }, setReading] = useState<Read<Body>>(() => {
    const initial = initialResponse<Body>(url);
    const isMissing = initial?.body === null;
    const state = isMissing ? 'failed' : initial ? 'ready' : 'loading';
    return { state, isMissing, data: initial?.body ?? undefined, of: url, known: initial && key };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is to be read
  useEffect(() => {
    discardInitialResponses();
    if (known === key) return;
    const controller = new AbortController();
    const show = (state: Reading<Body>['state'], data?: Body, isMissing = false) =>
      setReading({ state, data, isMissing, of: url, known: key });
    if (known !== undefined) show('loading', of === url ? reading.data : undefined);
    read(() => endpoint({ ...request, signal: controller.signal })).then(
      ({ body }) => show('ready', body),
      (error: unknown) =>
        controller.signal.aborted ||
        show('failed', undefined, error instanceof HttpError && error.status === 404),
    );
    return () => controller.abort();
  }, [key]);
  return { ...reading, again: () => setAttempt(attempt + 1) };
}
