interface LastList {
  readonly resource: string;
  readonly ids: readonly string[];
}

/** The records before and after one in the list that the user came from, and its place in it. */
export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Counted from one. */
  readonly place: number;
  readonly total: number;
}

const KEY = 'last list';

/** Remembers the records of a list in their order, for this tab and its reloads. */
export function rememberList(list: LastList): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // The storage is full: the record's page then has no neighbours.
  }
}

/** Returns the neighbours of a record in the last list; undefined if it was not part of that. */
export function neighboursOf(resource: string, id: string): Neighbours | undefined {
  const stored = sessionStorage.getItem(KEY);
  const list: LastList | undefined = stored === null ? undefined : JSON.parse(stored);
  const index = list?.resource === resource ? list.ids.indexOf(id) : -1;
  if (!list || index < 0) return undefined;
  return {
    previous: list.ids[index - 1],
    next: list.ids[index + 1],
    place: index + 1,
    total: list.ids.length,
  };
}
