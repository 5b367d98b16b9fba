import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { addRecent } from './recent.ts';
import styles from './suggestion-list.module.css';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

/** What the field of the palette asks its list for. */
export interface SuggestionListHandle {
  /** Selects the next suggestion, or the previous one for -1. */
  readonly move: (step: number) => void;
}

interface SuggestionListProps {
  id: string;
  handle: Ref<SuggestionListHandle>;
  /** The typed text. */
  term: string;
  /** Whether Enter was pressed: opens the selected suggestion once it is one for the typed text. */
  isEntered: boolean;
  /** Called when the typed text turns out to have no suggestion. */
  onEntered: () => void;
  /** Clears the typed text. */
  onClear: () => void;
  /** Receives the id of the selected option. */
  onActive: (id: string | undefined) => void;
  onClose: () => void;
}

/** A suggestion that the user selected, and the text that was typed then. */
interface Selected {
  readonly key: string;
  readonly term: string;
}

const keyOf = ({ group, kind, to, label }: Suggestion) => [group, kind, to, label].join();

/** Renders the suggestions of the palette for a text, and opens the chosen one. */
export default function SuggestionList(props: SuggestionListProps) {
  const { id, handle, term, isEntered, onEntered, onClear, onActive, onClose } = props;
  const { t } = useTranslation();
  const open = useOpen(onClose);
  const [selected, setSelected] = useState<Selected>();
  const { suggestions, searching } = useSuggestions(term);
  const selectedPlace = suggestions.findIndex(
    (suggestion) => selected?.term === term && selected.key === keyOf(suggestion),
  );
  const current = suggestions[Math.max(selectedPlace, 0)];
  const currentId = current && id + Math.max(selectedPlace, 0);
  const select = (suggestion: Suggestion) => setSelected({ key: keyOf(suggestion), term });

  const titleOf = ({ group, kind }: Suggestion) => kind ?? t(`manager.palette.${group}`);

  useImperativeHandle(handle, () => ({
    move: (step) => {
      const next = suggestions.at((Math.max(selectedPlace, 0) + step) % suggestions.length);
      if (next) select(next);
    },
  }));
  useLayoutEffect(() => onActive(currentId), [onActive, currentId]);

  // Records of a former text are only opened if the user selected one of them.
  const isFinal = !searching || (current && (selectedPlace >= 0 || current.kind === undefined));
  const enter = useEffectEvent(() => {
    if (current) open(current);
    else onEntered();
  });
  useEffect(() => {
    if (isEntered && isFinal) enter();
  }, [isEntered, isFinal]);

  return (
    <>
      <p className="only-for-screen-readers" role="status">
        {searching
          ? t('manager.palette.searching')
          : t('manager.palette.found', { count: suggestions.length })}
      </p>
      <div id={id} className={styles.suggestions} role="listbox" aria-label={t('manager.palette.title')}>
        {[...Map.groupBy(suggestions, titleOf)].map(([title, inGroup]) => (
          <fieldset key={title} aria-label={title}>
            <p className={styles.group} aria-hidden="true">
              {title}
            </p>
            {inGroup.map((suggestion) => (
              <Option
                key={keyOf(suggestion)}
                id={id + suggestions.indexOf(suggestion)}
                suggestion={suggestion}
                selected={suggestion === current}
                onPoint={() => select(suggestion)}
                onChoose={() => open(suggestion)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {suggestions.length === 0 && (
        <div className={styles.nothing}>
          <p>{t(searching ? 'manager.palette.searching' : 'manager.palette.nothing')}</p>
          {!searching && <Button onClick={onClear}>{t('manager.list.clearSearch')}</Button>}
        </div>
      )}
      <Foot isEmpty={suggestions.length === 0} />
    </>
  );
}

/** Returns a function that opens a suggestion, once, and closes the palette. */
function useOpen(onClose: () => void): (suggestion: Suggestion) => void {
  const navigate = useNavigate();
  const isOpened = useRef(false);
  return (suggestion) => {
    if (isOpened.current) return;
    isOpened.current = true;
    const { to, outside, run, group, isOnlyNow } = suggestion;
    if (group !== 'create' && !isOnlyNow && to.startsWith('/manager')) addRecent(suggestion);
    onClose();
    if (run) run();
    else if (outside) location.assign(to);
    else navigate(to);
  };
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
  suggestion: { label, detail, hint, icon: Icon },
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
      {hint && <Keys keys={hint} />}
    </div>
  );
}

/** Renders the keys of the palette; those of suggestions if there are some. */
function Foot({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  return (
    <p className={styles.foot} aria-hidden="true">
      {!isEmpty && (
        <>
          <span>
            <Keys keys="↑ ↓" />
            {t('manager.palette.move')}
          </span>
          <span>
            <Keys keys="↵" />
            {t('manager.palette.choose')}
          </span>
        </>
      )}
      <span>
        <Keys keys="Esc" />
        {t('common.close')}
      </span>
    </p>
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
