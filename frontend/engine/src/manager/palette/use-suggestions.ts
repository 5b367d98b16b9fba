import { useQueries } from '@tanstack/react-query';
import { Keyboard, type LucideIcon, Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { showHelp } from '../keys/key-settings.ts';
import { useLabels } from '../labels.ts';
import { matchesTerm } from '../matches-term.ts';
import { useMenu } from '../menu.ts';
import { iconOf } from '../overrides.ts';
import { addresses, labelOf, resourcesFor } from '../resource.ts';
import { apiOf } from '../resource-api.ts';
import { secondaryTexts } from '../secondary-text.ts';

/** An entry of the command palette. */
export interface Suggestion {
  readonly to: string;
  readonly label: string;
  /** The kind of the entry: page, action or resource. */
  readonly hint: string;
  /** What tells a record from others with the same label. */
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  readonly outside?: boolean;
  /** What it does instead of leading somewhere. */
  readonly run?: () => void;
}

const maxPerResource = 5;
const minSearchLength = 2;

/**
 * Returns the pages and actions whose label contains the term, and the records that the server finds for it.
 */
export function useSuggestions(term: string): { suggestions: Suggestion[]; searching: boolean } {
  const places = [...usePages(), ...useActions()].filter(({ label }) => matchesTerm(label, term));
  const { records, searching } = useRecords(useDeferredValue(term));
  return { suggestions: [...places, ...records], searching };
}

function usePages(): Suggestion[] {
  const { t } = useTranslation();
  return useMenu().flatMap(({ items }) =>
    items.map((item) => ({ ...item, hint: t('manager.palette.page') })),
  );
}

function useActions(): Suggestion[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const hint = t('manager.palette.action');
  return [
    ...resourcesFor('create').map((resource) => ({
      to: addresses.create(resource.name),
      label: labels.message(resource, 'new'),
      hint,
      icon: Plus,
    })),
    { to: '', label: t('manager.keys.title'), hint, icon: Keyboard, run: () => showHelp(true) },
  ];
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
      return data.map((item) => ({
        to: addresses.show(resource.name, item.id),
        label: labelOf(resource, item),
        detail: details.get(item.id),
        hint: labels.singular(resource),
        icon: iconOf(resource.name),
      }));
    }),
  };
}
