import { useQueries } from '@tanstack/react-query';
import { Keyboard, List, type LucideIcon, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { showHelp } from '../keys/keys.tsx';
import { useLabels } from '../labels.ts';
import { distanceTo, matchesTerm, menuLetters, useMenu } from '../menu.ts';
import { formatTotal } from '../numbers.ts';
import { iconOf } from '../overrides.ts';
import { addresses, apiOf, labelOf, resourcesFor } from '../resource.ts';
import { secondaryTexts } from '../secondary-text.ts';
import { readRecent } from './recent.ts';

/** A suggestion of the command palette. */
export interface Suggestion {
  readonly to: string;
  readonly label: string;
  readonly group: 'recent' | 'go' | 'create';
  /** For a record, or a list that shows all of them, the name of their resource. */
  readonly kind?: string;
  /** The keys that open a page. */
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
 * While `searching`, the records may be those of a former term.
 */
export function useSuggestions(term: string): { suggestions: Suggestion[]; searching: boolean } {
  const pages = usePages();
  const actions = useActions();
  const deferred = useDeferredValue(term);
  const { records, searching } = useShownRecords(deferred);
  const places = [...pages, ...actions].filter(({ label }) => matchesTerm(label, term));
  const recent = term === '' ? recentSuggestions(pages) : [];
  return { suggestions: [...recent, ...places, ...records], searching: searching || deferred !== term };
}

/**
 * Returns the records for a term, and until the first of them are found, those of the former term: a list
 * that is empty after each letter would flicker.
 */
function useShownRecords(term: string): { records: Suggestion[]; searching: boolean } {
  const found = useRecords(term);
  const { records, searching } = found;
  const [last, setLast] = useState({ term, records });
  if (!searching && last.term !== term) setLast({ term, records });
  return searching && records.length === 0 ? { records: last.records, searching } : found;
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

/**
 * Returns the records that the server finds, by resource, and where it finds more, the list that shows all of
 * them. What starts with the term is first.
 */
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
          query: { q: term, _end: maxPerResource, _computed: false },
          signal,
        });
        const total = Number(headers.get('x-total-count'));
        return { items: body, total, exact: headers.get('x-total-exact') !== 'false' };
      },
      enabled: term.length >= minSearchLength,
    })),
  });
  const kinds = results.flatMap(({ data }, place) => {
    if (!data) return [];
    const { items, total } = data;
    const resource = resources[place]!;
    const kind = labels.plural(resource);
    const details = secondaryTexts(resource, items, labels);
    const found = items.map((item): Suggestion => {
      const label = labelOf(resource, item);
      // People are called by their names.
      const name = resource.name === 'users' && typeof item.name === 'string' ? item.name : '';
      return {
        to: addresses.show(resource.name, item.id),
        label: name || label,
        detail: name ? label : details.get(item.id),
        group: 'go',
        kind,
        icon: iconOf(resource.name),
      };
    });
    const ofLabel = ({ label }: Suggestion) => distanceTo(term, label);
    const sorted = found.toSorted((one, other) => ofLabel(one) - ofLabel(other));
    const nearest = sorted[0] ? ofLabel(sorted[0]) : 0;
    if (total <= items.length) return [{ nearest, suggestions: sorted }];
    const all: Suggestion = {
      to: `${addresses.list(resource.name)}?${new URLSearchParams({ q: term })}`,
      label: t('manager.filters.show', { count: total, total: formatTotal(language, data) }),
      group: 'go',
      kind,
      icon: List,
      isOnlyNow: true,
    };
    return [{ nearest, suggestions: [...sorted, all] }];
  });
  return {
    searching: results.some(({ isFetching }) => isFetching),
    records: kinds
      .toSorted((one, other) => one.nearest - other.nearest)
      .flatMap(({ suggestions }) => suggestions),
  };
}

/** Returns the recent targets, the latest first. Pages have their current label. */
function recentSuggestions(pages: readonly Suggestion[]): Suggestion[] {
  return readRecent().map(({ to, label }) => {
    const page = pages.find((one) => one.to === to);
    const icon = page?.icon ?? iconOf(to.split('/')[2] ?? '');
    return { to, label: page?.label ?? label, group: 'recent', icon };
  });
}
