import { useInvalidate } from '@refinedev/core';
import type { Person } from './person.ts';

/** What is due after something was done to a person: their page is drawn anew, and the lists they stand in are read again. */
export function useChanged({ id }: Person, onChanged: () => void): () => Promise<void> {
  const invalidate = useInvalidate();
  return async () => {
    onChanged();
    await invalidate({ resource: 'users', id, invalidates: ['list', 'many'] });
  };
}
