import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './search-field.module.css';

const pause = 300;

interface SearchFieldProps {
  /** The accessible names of the input and of its clear button. */
  label: string;
  clearLabel: string;
  term: string;
  id?: string;
  onChange: (term: string) => void;
  className?: string | undefined;
}

/** Renders a search input with a clear button. Searches after a short debounce, or at once on Enter. */
export function SearchField({ label, clearLabel, term, onChange, className, id }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(term);
  const lastSearched = useRef(term);
  const search = (next: string) => {
    if (next === lastSearched.current) return;
    lastSearched.current = next;
    onChange(next);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchLater(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  // Something else changed the URL: Back, or a link.
  useEffect(() => {
    if (term === lastSearched.current) return;
    lastSearched.current = term;
    setTyped(term);
  }, [term]);
  const clear = () => {
    setTyped('');
    search('');
    input.current?.focus();
  };
  return (
    <search className={classNames(styles.search, className)} aria-label={label}>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && search(typed.trim())}
      />
      {typed !== '' && (
        <IconButton className={styles.clear} label={clearLabel} onClick={clear}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
