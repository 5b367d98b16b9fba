import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useModal } from '#frontend/shell/components/use-modal.ts';
import styles from './palette.module.css';
import { rememberRecent } from './recent.ts';
import { type Suggestion, suggestionGroups, useSuggestions } from './use-suggestions.ts';

/**
 * Renders the command palette, which finds pages, actions and records by name. Mount it to open it, unmount
 * it to close it.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; by keyboard, Escape does
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('manager.palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Suggestions onClose={onClose} />
    </dialog>
  );
}

function Suggestions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [term, setTerm] = useState('');
  const [chosen, setChosen] = useState(0);
  const { suggestions, searching } = useSuggestions(term.trim());
  const current = Math.min(chosen, suggestions.length - 1);

  function go(suggestion: Suggestion) {
    const { to, outside, run } = suggestion;
    rememberRecent(suggestion);
    onClose();
    if (run) run();
    else if (outside) location.assign(to);
    else navigate(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const suggestion = suggestions[current];
    if (step !== undefined && suggestion) {
      event.preventDefault();
      setChosen((current + step + suggestions.length) % suggestions.length);
    } else if (event.key === 'Enter' && suggestion) {
      event.preventDefault();
      go(suggestion);
    }
  }

  return (
    <>
      <div className={styles.field}>
        <Search size={20} aria-hidden="true" />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={current >= 0 ? `${id}${current}` : undefined}
          aria-label={t('manager.palette.placeholder')}
          placeholder={t('manager.palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            setTerm(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="only-for-screen-readers" role="status">
        {searching
          ? t('manager.palette.searching')
          : t('manager.palette.found', { count: suggestions.length })}
      </p>
      <div id={id} className={styles.suggestions} role="listbox" aria-label={t('manager.palette.title')}>
        {suggestionGroups.map((group) => {
          const inGroup = suggestions.filter((suggestion) => suggestion.group === group);
          if (inGroup.length === 0) return null;
          return (
            <fieldset key={group} className={styles.part} aria-labelledby={`${id}${group}`}>
              <p id={`${id}${group}`} className={styles.group}>
                {t(`manager.palette.${group}`)}
              </p>
              {inGroup.map((suggestion) => {
                const place = suggestions.indexOf(suggestion);
                return (
                  <Option
                    key={suggestion.to + suggestion.label}
                    id={`${id}${place}`}
                    suggestion={suggestion}
                    selected={place === current}
                    onPoint={() => setChosen(place)}
                    onChoose={() => go(suggestion)}
                  />
                );
              })}
            </fieldset>
          );
        })}
      </div>
      {suggestions.length === 0 && (
        <p className={styles.nothing}>
          {t(searching ? 'manager.palette.searching' : 'manager.palette.nothing')}
        </p>
      )}
    </>
  );
}

interface OptionProps {
  id: string;
  suggestion: Suggestion;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({
  id,
  suggestion: { label, detail, group, hint, icon: Icon },
  selected,
  onPoint,
  onChoose,
}: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the input, which handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input names the active option by its id
    <div
      ref={line}
      id={id}
      className={styles.option}
      role="option"
      aria-selected={selected}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden="true" />
      <bdi className={styles.label}>{label}</bdi>
      {detail && <bdi className={styles.detail}>{detail}</bdi>}
      {hint && (group === 'records' ? <span className={styles.hint}>{hint}</span> : <Keys keys={hint} />)}
    </div>
  );
}

function Keys({ keys }: { keys: string }) {
  const [first, second] = keys.split(' ');
  return (
    <span className={styles.keys} aria-hidden="true">
      <kbd>{first}</kbd>
      {second && <kbd>{second}</kbd>}
    </span>
  );
}
