import { forgetInitialAnswer, HttpError } from '@bindery/frontend/http';
import { useEffect, useState } from 'react';
import { type Book, firstBook, knownBook, readBook } from '../book.ts';

interface Reading {
  id: string;
  state: 'loading' | 'ready' | 'missing' | 'failed';
  book: Book | undefined;
}

function initialReading(id: string): Reading {
  const first = firstBook(id);
  if (first === null) return { id, state: 'missing', book: undefined };
  return { id, state: first ? 'ready' : 'loading', book: first ?? knownBook(id) };
}

/**
 * Loads a book by id. Renders at once from the document or from what a list has loaded; the latter is
 * revalidated.
 */
export function useBook(id: string): Reading & { again: () => void } {
  const [reading, setReading] = useState(() => initialReading(id));
  const [attempt, setAttempt] = useState(0);
  const current = reading.id === id ? reading : initialReading(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the book again
  useEffect(() => {
    const isEmbedded = firstBook(id) !== undefined;
    forgetInitialAnswer();
    if (isEmbedded) return;
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
