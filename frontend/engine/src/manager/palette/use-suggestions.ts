import { useQueries } from '@tanstack/react-query';
import { Keyboard, type LucideIcon, Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { showHelp } from '../keys/key-settings.ts';
import { menuLetters } from '../keys/menu-letters.ts';
import { useLabels } from '../labels.ts';
import { matchesTerm } from '../matches-term.ts';
import { useMenu } from '../menu.ts';
import { iconOf } from '../overrides.ts';
import { addresses, labelOf, resourcesFor } from '../resource.ts';
import { apiOf } from '../resource-api.ts';
import { secondaryTexts } from '../secondary-text.ts';
import { recentSuggestions } from './recent.ts';

/** The groups of suggestions, in order. */
export const suggestionGroups = ['recent', 'go', 'create', 'records'] as const;
/** A group of suggestions. */
type SuggestionGroup = (typeof suggestionGroups)[number];

/** A suggestion of the command palette. */
export interface Suggestion {
  readonly to: string;
  readonly label: string;
  readonly group: SuggestionGroup;
  /** The keys that open a page, or the resource of a record. */
  readonly hint?: string | undefined;
  /** A text that distinguishes a record from others with the same label. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly outside?: boolean;
  /** The action of the suggestion, if it has no target. */
  readonly run?: () => void;
}

const maxPerResource = 5;
const minSearchLength = 2;

/**
 * Returns the pages and actions whose label contains the term, and the records that the server finds for it.
 */
export function useSuggestions(term: string): { suggestions: Suggestion[]; searching: boolean } {
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
  return [
    ...items.map((item): Suggestion => ({ ...item, group: 'go', hint: letters.get(item.to) })),
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

function useRecords(term: string): { records: Suggestion[]; searching: boolean } {
  const labels = useLabels();
  const resources = resourcesFor('read').filter(({ search }) => search.length > 0);
  const results = useQueries({
    queries: resources.map(({ name }) => ({
      queryKey: ['palette', name, term],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { body } = await apiOf(name).list({ query: { q: term, _end: maxPerResource }, signal });
        return body;
      },
      enabled: term.length >= minSearchLength,
    })),
  });
  return {
    searching: results.some(({ isFetching }) => isFetching),
    records: results.flatMap(({ data = [] }, place) => {
      const resource = resources[place]!;
      const details = secondaryTexts(resource, data, labels);
      return data.map((item) => {
        const label = labelOf(resource, item);
        // People are called by their names.
        const name = resource.name === 'users' && typeof item.name === 'string' ? item.name : '';
        return {
          to: addresses.show(resource.name, item.id),
          label: name || label,
          detail: name ? label : details.get(item.id),
          group: 'records' as const,
          hint: labels.singular(resource),
          icon: iconOf(resource.name),
        };
      });
    }),
  };
}
