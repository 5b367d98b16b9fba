import { useQueries } from '@tanstack/react-query';
import { Keyboard, List, type LucideIcon, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ownKey } from '#frontend/shell/browser/own-storage.ts';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { Modal } from '#frontend/shell/components/modal.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { showHelp } from '../keys/keys.tsx';
import { useLabels } from '../labels.ts';
import { matchesTerm, menuLetters, useMenu } from '../menu.ts';
import { formatTotal } from '../numbers.ts';
import { iconOf } from '../overrides.ts';
import { addresses, apiOf, labelOf, resourcesFor } from '../resource.ts';
import { secondaryTexts } from '../secondary-text.ts';
import { readStoredJson, store } from '../stored.ts';
import styles from './palette.module.css';

/**
 * Renders the command palette, which finds pages, actions and records by name. Mount it to open it, unmount
 * it to close it.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal className={styles.palette} aria-label={t('manager.palette.title')} onClose={onClose}>
      <Suggestions onClose={onClose} />
    </Modal>
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
            <fieldset key={group} aria-labelledby={`${id}${group}`}>
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
      <p className={styles.foot} aria-hidden="true">
        <span>
          <Keys keys="↑ ↓" />
          {t('manager.palette.move')}
        </span>
        <span>
          <Keys keys="↵" />
          {t('manager.palette.choose')}
        </span>
        <span>
          <Keys keys="Esc" />
          {t('common.close')}
        </span>
      </p>
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
      {hint && (group === 'records' ? <span className="text-muted">{hint}</span> : <Keys keys={hint} />)}
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

/** The groups of suggestions, in order. */
const suggestionGroups = ['recent', 'go', 'create', 'records'] as const;
/** A group of suggestions. */
type SuggestionGroup = (typeof suggestionGroups)[number];

/** A suggestion of the command palette. */
interface Suggestion {
  readonly to: string;
  readonly label: string;
  readonly group: SuggestionGroup;
  /** The keys that open a page, or the resource of a record. */
  readonly hint?: string | undefined;
  /** A text that distinguishes a record from others with the same label. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly outside?: boolean;
  /** Whether the suggestion applies only to this search, so that it is not among the recent ones. */
  readonly isOnlyNow?: boolean;
  /** The action of the suggestion, if it has no target. */
  readonly run?: () => void;
}

const maxPerResource = 5;
const minSearchLength = 2;

/**
 * Returns the pages and actions whose label contains the term, and the records that the server finds for it.
 */
function useSuggestions(term: string): { suggestions: Suggestion[]; searching: boolean } {
  const pages = usePages();
  const actions = useActions();
  const { records, searching } = useRecords(useDeferredValue(term));
  const places = [...pages, ...actions].filter(({ label }) => matchesTerm(label, term));
  const recent = term === '' ? recentSuggestions(pages) : [];
  return { suggestions: [...recent, ...places, ...records], searching };
}

function usePages(): Suggestion[] {
  const { t } = useTranslation();
  const items = useMenu().flatMap((group) => group.items);
  const letters = new Map([...menuLetters(items)].map(([letter, { to }]) => [to, `g ${letter}`]));
  const isTouch = useMedia('(hover: none) and (pointer: coarse)');
  const pages = items.map((item): Suggestion => ({ ...item, group: 'go', hint: letters.get(item.to) }));
  // A phone has no keys to explain; a keyboard beside it has the key for that.
  if (isTouch) return pages;
  return [
    ...pages,
    {
      to: '',
      label: t('manager.keys.title'),
      group: 'go',
      hint: '?',
      icon: Keyboard,
      run: () => showHelp(true),
    },
  ];
}

function useActions(): Suggestion[] {
  const labels = useLabels();
  return resourcesFor('create').map((resource) => ({
    to: addresses.create(resource.name),
    label: labels.message(resource, 'new'),
    group: 'create',
    icon: Plus,
  }));
}

/** Returns the records that the server finds, and where it finds more, the list that shows all of them. */
function useRecords(term: string): { records: Suggestion[]; searching: boolean } {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const resources = resourcesFor('read').filter(({ search }) => search.length > 0);
  const results = useQueries({
    queries: resources.map(({ name }) => ({
      queryKey: ['palette', name, term],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { body, headers } = await apiOf(name).list({
          query: { q: term, _end: maxPerResource },
          signal,
        });
        const total = Number(headers.get('x-total-count'));
        return { items: body, total, exact: headers.get('x-total-exact') !== 'false' };
      },
      enabled: term.length >= minSearchLength,
    })),
  });
  return {
    searching: results.some(({ isFetching }) => isFetching),
    records: results.flatMap(({ data }, place) => {
      if (!data) return [];
      const { items, total } = data;
      const resource = resources[place]!;
      const details = secondaryTexts(resource, items, labels);
      const found = items.map((item): Suggestion => {
        const label = labelOf(resource, item);
        // People are called by their names.
        const name = resource.name === 'users' && typeof item.name === 'string' ? item.name : '';
        return {
          to: addresses.show(resource.name, item.id),
          label: name || label,
          detail: name ? label : details.get(item.id),
          group: 'records',
          hint: labels.singular(resource),
          icon: iconOf(resource.name),
        };
      });
      if (total <= items.length) return found;
      const all: Suggestion = {
        to: `${addresses.list(resource.name)}?${new URLSearchParams({ q: term })}`,
        label: t('manager.filters.show', { count: total, total: formatTotal(language, data) }),
        group: 'records',
        hint: labels.plural(resource),
        icon: List,
        isOnlyNow: true,
      };
      return [...found, all];
    }),
  };
}

const KEY = ownKey('recent');
const MAX_RECENT = 5;

type Recent = Pick<Suggestion, 'to' | 'label'>;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  value.to.startsWith('/manager') &&
  'label' in value &&
  typeof value.label === 'string';

function read(): Recent[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Remembers the target of a suggestion until the user signs out. */
function rememberRecent({ to, label, group, isOnlyNow }: Suggestion): void {
  if (group === 'create' || isOnlyNow || !to.startsWith('/manager')) return;
  const others = read().filter((one) => one.to !== to);
  store(KEY, JSON.stringify([{ to, label }, ...others].slice(0, MAX_RECENT)));
}

/** Returns the recent targets, the latest first. Pages have their current label. */
function recentSuggestions(pages: readonly Suggestion[]): Suggestion[] {
  return read().map(({ to, label }) => {
    const page = pages.find((one) => one.to === to);
    const icon = page?.icon ?? iconOf(to.split('/')[2] ?? '');
    return { to, label: page?.label ?? label, group: 'recent', icon };
  });
}
