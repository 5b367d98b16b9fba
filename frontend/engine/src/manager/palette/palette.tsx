import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { Modal } from '#frontend/shell/components/modal.tsx';
import styles from './palette.module.css';
import type { SuggestionListHandle } from './suggestion-list.tsx';

const SuggestionList = lazyDialog(() => import('./suggestion-list.tsx'));

/**
 * Renders the command palette, which finds pages, actions and records by name. Mount it to open it, unmount
 * it to close it. Its field is there at once, so that a user can type while the suggestions are loading.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const listId = useId();
  const list = useRef<SuggestionListHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const [term, setTerm] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [activeId, setActiveId] = useState<string>();

  function onKeyDown(event: KeyboardEvent) {
    // Enter and arrows of an input method choose characters.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    setEntered(event.key === 'Enter');
    if (step) list.current?.move(step);
  }

  return (
    <Modal className={styles.palette} aria-label={t('manager.palette.title')} onClose={onClose}>
      <div className={styles.field}>
        <Search size={20} aria-hidden="true" />
        <input
          ref={input}
          className={styles.input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-label={t('manager.palette.placeholder')}
          placeholder={t('manager.palette.placeholder')}
          autoComplete="off"
          enterKeyHint="go"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            setTerm(event.target.value);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton className={styles.close} label={t('common.close')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <SuggestionList
        id={listId}
        handle={list}
        term={term.trim()}
        isEntered={isEntered}
        onEntered={() => setEntered(false)}
        onClear={() => {
          setTerm('');
          input.current?.focus();
        }}
        onActive={setActiveId}
        onClose={onClose}
      />
    </Modal>
  );
}
