import type { Resource } from '@bindery/contract/schema/index.ts';
import Form from 'antd/es/form';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { writable } from './values.ts';

/**
 * Tracks which fields a form has, in any order. Returns the first one that the user can change, a function
 * with which the fields register, and an element to render after them: it preserves the values of the fields
 * that the form leaves out, which would otherwise be saved as empty.
 */
export function useNamedFields(resource: Resource) {
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  // Undefined until the fields are rendered, because they may suspend.
  const [first, setFirst] = useState<string | null>();
  const register = useCallback((name: string) => {
    setNamed((names) => new Set([...names, name]));
    return () => setNamed((names) => new Set([...names].filter((one) => one !== name)));
  }, []);
  const left = first === undefined ? [] : writable(resource).filter(({ name }) => !named.has(name));
  const others = (
    <>
      <FirstField onFound={setFirst} />
      {left.map(({ name }) => (
        <Form.Item key={name} name={name} noStyle>
          <NoInput />
        </Form.Item>
      ))}
    </>
  );
  return { first: first ?? undefined, register, others };
}

/** Finds the first field in the document, once it is there. */
function FirstField({ onFound }: { onFound: (name: string | null) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const field = place.current?.closest('form')?.querySelector<HTMLElement>('[data-may-be-first]');
    onFound(field?.dataset.field ?? null);
  }, [onFound]);
  return <span ref={place} hidden />;
}

const NoInput = () => null;
