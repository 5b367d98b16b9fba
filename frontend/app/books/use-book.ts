import { useEffect, useState } from 'react';
import { HttpError } from '../../shell/http-error.ts';
import { type Book, knownBook, readBook } from './book.ts';

interface Reading {
  id: string;
  state: 'loading' | 'ready' | 'missing' | 'failed';
  book: Book | undefined;
}

/** A book by its id: what a list already knew of it at once, then as the server has it. */
export function useBook(id: string): Reading & { again: () => void } {
  const start = (): Reading => ({ id, state: 'loading', book: knownBook(id) });
  const [reading, setReading] = useState(start);
  const [attempt, setAttempt] = useState(0);
  const current = reading.id === id ? reading : start();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what reads the book again
  useEffect(() => {
    const controller = new AbortController();
    readBook(id, controller.signal).then(
      (book) => setReading({ id, state: 'ready', book }),
      (error) => {
        if (controller.signal.aborted) return;
        const missing = error instanceof HttpError && error.status === 404;
        setReading({ id, state: missing ? 'missing' : 'failed', book: knownBook(id) });
      },
    );
    return () => controller.abort();
  }, [id, attempt]);
  return { ...current, again: () => setAttempt(attempt + 1) };
}
