import { useEffect, useState } from 'react';
import { read } from '../http/http.ts';
import { forgetInitialAnswer, initialAnswer } from '../http/initial-data.ts';

/** The response to a call. */
export interface Reading<Data> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly data: Data | undefined;
  readonly again: () => void;
}

/** Reads a URL of the API. Returns the response at once if the server embedded it in the document. */
export function useRead<Data>(url: string): Reading<Data> {
  const [reading, setReading] = useState<Pick<Reading<Data>, 'state' | 'data'>>(() => {
    const data = initialAnswer<Data>(url)?.data ?? undefined;
    return { state: data ? 'ready' : 'loading', data };
  });
  const [attempt, setAttempt] = useState(0);
  const isKnown = reading.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    forgetInitialAnswer();
    if (isKnown) return;
    const controller = new AbortController();
    setReading({ state: 'loading', data: undefined });
    read<Data>(url, { signal: controller.signal }).then(
      ({ data }) => setReading({ state: 'ready', data }),
      () => controller.signal.aborted || setReading({ state: 'failed', data: undefined }),
    );
    return () => controller.abort();
  }, [url, attempt]);
  return { ...reading, again: () => setAttempt(attempt + 1) };
}
