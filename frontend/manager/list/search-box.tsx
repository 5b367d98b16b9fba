import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import styles from './search-box.module.css';

const pause = 300;

export interface SearchBoxProps {
  readonly term: string;
  readonly onChange: (term: string) => void;
}

/** Searches a moment after the last letter, or at once on Enter. */
export function SearchBox({ term, onChange }: SearchBoxProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(term);
  const asked = useRef(term);
  const ask = (next: string) => {
    if (next === asked.current) return;
    asked.current = next;
    onChange(next);
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  // The address was changed by something else: Back, or a link.
  useEffect(() => {
    if (term === asked.current) return;
    asked.current = term;
    setTyped(term);
  }, [term]);
  const clear = () => {
    setTyped('');
    ask('');
    input.current?.focus();
  };
  return (
    <search className={styles.box}>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <input
        ref={input}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        aria-label={t('manager.list.search')}
        placeholder={t('manager.list.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && ask(typed.trim())}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clear}
          onClick={clear}
          aria-label={t('manager.list.clearSearch')}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
