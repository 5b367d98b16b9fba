import { filterable } from '@bindery/contract/records/resources/list-address.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { List } from '../state/use-list.ts';
import { type ActiveFilter, toActiveFilters, toAddressFilters } from './active-filters.ts';
import { type ChipFilters, toChips } from './late-users.ts';

/** The pause in typing after which the list is filtered. */
const PAUSE_MS = 300;

/** The filters of a list, and the panel that edits them. */
export interface Filtering {
  readonly list: List;
  /** The fields that can filter the list. */
  readonly fields: readonly ResourceField[];
  readonly filters: readonly ActiveFilter[];
  /** The filters by chip. */
  readonly chips: readonly ChipFilters[];
  /** Replaces the filters of a field; with `later`, the list waits for a pause in typing. */
  readonly change: (field: ResourceField, filters: readonly ActiveFilter[], later?: boolean) => void;
  /** Applies pending changes at once. */
  readonly flush: () => void;
  readonly remove: (filters: readonly ActiveFilter[]) => void;
  readonly clear: () => void;
  readonly panel: Panel;
}

interface Panel {
  readonly id: string;
  /** The field whose filters the panel edits; undefined for all fields. */
  readonly field: ResourceField | undefined;
  readonly setField: (field: ResourceField | undefined) => void;
  /** The button that opened the panel, or will open it. */
  readonly opener: RefObject<HTMLElement | null>;
  /** The button of all filters, which takes the focus when the focused element disappears. */
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The chips, which the panel of all filters does not cover. */
  readonly chips: RefObject<HTMLDivElement | null>;
  /** Starts a new entry in the browser's history: all changes until the panel closes are one entry. */
  readonly onOpen: () => void;
}

/** Returns the filters of a list. They are stored in the URL. */
export function useFiltering(list: List): Filtering {
  const [field, setField] = useState<ResourceField>();
  const id = useId();
  const opener = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef(new Map<ResourceField, readonly ActiveFilter[]>());
  const isNewStep = useRef(true);
  useEffect(() => () => clearTimeout(timer.current), []);

  const flush = () => {
    clearTimeout(timer.current);
    if (waiting.current.size === 0) return;
    const { address, ask } = latest.current;
    const others = address.filters.filter((filter) => !waiting.current.has(filter.field));
    const filters = [...others, ...toAddressFilters([...waiting.current.values()].flat())];
    waiting.current.clear();
    ask({ filters }, { push: isNewStep.current });
    isNewStep.current = false;
  };
  const change: Filtering['change'] = (changed, filters, later = false) => {
    waiting.current.set(changed, filters);
    clearTimeout(timer.current);
    if (later) timer.current = setTimeout(flush, PAUSE_MS);
    else flush();
  };
  const { resource, address } = list;
  const filters = useMemo(() => toActiveFilters(address.filters), [address]);
  return {
    list,
    fields: filterable(resource),
    filters,
    chips: toChips(resource, filters),
    change,
    flush,
    remove: (removed) => {
      isNewStep.current = true;
      for (const { field: changed } of removed)
        waiting.current.set(
          changed,
          filters.filter((one) => one.field === changed && !removed.includes(one)),
        );
      flush();
    },
    clear: () => {
      waiting.current.clear();
      list.ask({ filters: [], ids: [] }, { push: true });
    },
    panel: {
      id,
      field,
      setField,
      opener,
      button,
      chips,
      onOpen: () => {
        isNewStep.current = true;
      },
    },
  };
}
