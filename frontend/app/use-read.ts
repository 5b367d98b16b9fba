import { useEffect, useState } from 'react';
import { read } from '../http/http.ts';
import { forgetInitialAnswer, initialAnswer } from '../http/initial-data.ts';

/** The response to a call. */
export interface Reading<Data> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly data: Data | undefined;
  /** Reads it again; the data stay until the new ones are there. */
  readonly again: () => void;
}

/** A response with the URL that it is of, and what has been read by now: undefined at first. */
interface Read<Data> extends Pick<Reading<Data>, 'state' | 'data'> {
  readonly of: string;
  readonly known?: string | undefined;
}

/**
 * Reads a URL of the API, and again when it is another one. Returns the response at once if the server embedded it in
 * the document.
 */
export function useRead<Data>(url: string): Reading<Data> {
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt} ${url}`;
  const [{ known, of, ...reading }, setReading] = useState<Read<Data>>(() => {
    const data = initialAnswer<Data>(url)?.data ?? undefined;
    return { state: data ? 'ready' : 'loading', data, of: url, known: data && key };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is to be read
  useEffect(() => {
    forgetInitialAnswer();
    if (known === key) return;
    const controller = new AbortController();
    const show = (state: Reading<Data>['state'], data?: Data) =>
      setReading({ state, data, of: url, known: key });
    if (known !== undefined) show('loading', of === url ? reading.data : undefined);
    read<Data>(url, { signal: controller.signal }).then(
      ({ data }) => show('ready', data),
      () => controller.signal.aborted || show('failed'),
    );
    return () => controller.abort();
  }, [key]);
  return { ...reading, again: () => setAttempt(attempt + 1) };
}
