import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the first field of a form that the user can change, and an element that finds it: in the document, because the
 * fields may be in any order. The element stands behind the fields, and suspends with them.
 */
export function useFirstField() {
  const [first, setFirst] = useState<string>();
  return { first, finder: <Finder onFound={setFirst} /> };
}

function Finder({ onFound }: { onFound: (name: string | undefined) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useLayoutEffect(() => {
    const field = place.current?.closest('form')?.querySelector<HTMLElement>('[data-may-be-first]');
    onFound(field?.dataset.mayBeFirst);
  }, []);
  return <span ref={place} hidden />;
}
