import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { filterParams, type ListAddress } from '@bindery/contract/records/resources/list-address.ts';
import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { ManagerRecord } from '../resource.ts';
import type { List } from './state/use-list.ts';

/**
 * The selected records of a list. The selection survives another order and further pages, but not another
 * filter.
 */
export interface ListSelection {
  /** The selected rows among the loaded ones, in react-table's format. */
  readonly rows: RowSelectionState;
  readonly count: number;
  /** Whether records are selected or about to be: on phones, rows have a checkbox only then. */
  readonly isUnderWay: boolean;
  /** The selection in the format of requests. */
  readonly select: Selection;
  readonly change: (update: Updater<RowSelectionState>) => void;
  /** Starts selecting, with a record or none. */
  readonly start: (id?: string) => void;
  /** Selects all that the filter finds: `counted` of them, where the list does not know the exact number. */
  readonly selectAll: (counted?: number) => void;
  readonly deselect: (id: string) => void;
  readonly clear: () => void;
}

interface State {
  /** The filter of the list when the user made the selection. */
  readonly filter: string;
  /** Whether all records of the filter are selected, except some. */
  readonly isAll: boolean;
  /** The selected records, or the exceptions. */
  readonly ids: ReadonlySet<string>;
  /** The exact number of what the filter finds, where the list does not know it. */
  readonly counted?: number | undefined;
}

/** Returns the query string of the filters that limit a list. */
export const filterOf = (address: ListAddress) =>
  new URLSearchParams(
    filterParams(address).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString();

const NONE: readonly ManagerRecord[] = [];

const toRows = (ids: Iterable<string>): RowSelectionState =>
  Object.fromEntries([...ids].map((id) => [id, true]));

/** Stores which records of a list are selected. */
export function useSelection({ address, items, total, exact }: List): ListSelection {
  const filter = filterOf(address);
  // The same objects on every render, as react-table requires.
  const nothing = useMemo((): State => ({ filter, isAll: false, ids: new Set() }), [filter]);
  const [state, setState] = useState(nothing);
  const [isStarted, setStarted] = useState(false);
  const { isAll, ids, counted } = state.filter === filter ? state : nothing;
  const all = exact ? total : (counted ?? total);
  const candidates = isAll ? items : NONE;
  const rows = useMemo(() => {
    const others = candidates.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
    return toRows(isAll ? others : ids);
  }, [isAll, ids, candidates]);
  const count = isAll ? Math.max(0, all - ids.size) : ids.size;
  const except = (id: string, isExcepted: boolean) =>
    new Set(isExcepted ? [...ids, id] : [...ids].filter((other) => other !== id));
  return {
    rows,
    count,
    isUnderWay: isStarted || count > 0,
    select: isAll
      ? { query: filter, count, ...(ids.size > 0 && { except: [...ids] }) }
      : { ids: [...ids], ...(address.archived && { archived: true }) },
    change: (update) => {
      const next = functionalUpdate(update, rows);
      if (!isAll) return setState({ filter, isAll, ids: new Set(Object.keys(next)) });
      const loaded = new Set(items.map(({ id }) => id));
      const exceptions = [...loaded].filter((id) => !next[id]);
      const others = [...ids].filter((id) => !loaded.has(id));
      setState({ filter, isAll, counted, ids: new Set(others.concat(exceptions)) });
    },
    start: (id) => {
      setStarted(true);
      if (id !== undefined) setState({ filter, isAll, ids: except(id, !isAll) });
    },
    selectAll: (number) => setState({ filter, isAll: true, counted: number, ids: new Set() }),
    deselect: (id) => setState({ filter, isAll, counted, ids: except(id, isAll) }),
    clear: () => {
      setStarted(false);
      setState(nothing);
    },
  };
}
