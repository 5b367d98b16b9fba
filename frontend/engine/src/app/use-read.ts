import { useEffect, useState } from 'react';
import { read } from '#frontend/shell/http/http.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { forgetInitialAnswer, initialAnswer } from '#frontend/shell/http/initial-data.ts';

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

/**
 * Reads a URL of the API, and again when it changes. Returns the response at once if the server embedded it
 * in the document.
 */
export function useRead<Data>(url: string): Reading<Data> {
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt} ${url}`;
  const [{ known, of, ...reading }, setReading] = useState<Read<Data>>(() => {
    const answer = initialAnswer<Data>(url);
    const isMissing = answer?.data === null;
    const state = isMissing ? 'failed' : answer ? 'ready' : 'loading';
    return { state, isMissing, data: answer?.data ?? undefined, of: url, known: answer && key };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is to be read
  useEffect(() => {
    forgetInitialAnswer();
    if (known === key) return;
    const controller = new AbortController();
    const show = (state: Reading<Data>['state'], data?: Data, isMissing = false) =>
      setReading({ state, data, isMissing, of: url, known: key });
    if (known !== undefined) show('loading', of === url ? reading.data : undefined);
    read<Data>(url, { signal: controller.signal }).then(
      ({ data }) => show('ready', data),
      (error: unknown) =>
        controller.signal.aborted ||
        show('failed', undefined, error instanceof HttpError && error.status === 404),
    );
    return () => controller.abort();
  }, [key]);
  return { ...reading, again: () => setAttempt(attempt + 1) };
}
