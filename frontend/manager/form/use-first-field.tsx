import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns the first field of a form that the user can change, and an element that finds it: in the document, because the
 * fields may be in any order. The element stands behind the fields, and suspends with them.
 */
export function useFirstField(within: RefObject<HTMLElement | null>) {
  const [first, setFirst] = useState<string>();
  const find = () => {
    const field = within.current?.closest('form')?.querySelector<HTMLElement>('[data-may-be-first]');
    setFirst(field?.dataset.mayBeFirst);
  };
  return { first, finder: <Finder find={find} /> };
}

function Finder({ find }: { find: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useLayoutEffect(find, []);
  return null;
}
