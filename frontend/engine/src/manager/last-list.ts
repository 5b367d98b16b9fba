import { apiOf, parametersOf } from './resource.ts';

interface LastList {
  readonly resource: string;
  /** The known ids from the first record on. */
  readonly ids: readonly string[];
  readonly total: number;
  /** False if the server stopped counting: `total` is then a lower bound. */
  readonly exact: boolean;
  /** The API call of the list, and the cursor after its known records; undefined after the last one. */
  readonly call: string;
  readonly next: string | undefined;
}

/** The neighbours of a record in the list that the user came from, and its place in it. */
interface Neighbours extends Pick<LastList, 'total' | 'exact'> {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Counted from one. */
  readonly place: number;
  /** Whether the list continues after the known records, of which this is one of the last. */
  readonly goesOn: boolean;
}

const KEY = 'last list';
/** The next records are read this many records before the last known one. */
const NEAR_THE_END = 5;

/** Stores the records of a list in order, for this tab and its reloads. */
export function rememberList(list: LastList): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // The storage is full: the record's page then has no neighbours.
  }
}

function readList(resource: string): LastList | undefined {
  const stored = sessionStorage.getItem(KEY);
  const list: LastList | undefined = stored === null ? undefined : JSON.parse(stored);
  return list?.resource === resource ? list : undefined;
}

/** Returns the neighbours of a record in the last list; undefined if it was not part of it. */
export function neighboursOf(resource: string, id: string): Neighbours | undefined {
  const list = readList(resource);
  const index = list ? list.ids.indexOf(id) : -1;
  if (!list || index < 0) return undefined;
  return {
    previous: list.ids[index - 1],
    next: list.ids[index + 1],
    place: index + 1,
    total: Math.max(list.total, list.ids.length),
    exact: list.exact,
    goesOn: index >= list.ids.length - NEAR_THE_END && list.next !== undefined,
  };
}

let reading: Promise<void> | undefined;

/**
 * Loads more of the last list after its known records, so that the last of them has a neighbour. Throws an
 * HttpError.
 */
export function continueList(resource: string): Promise<void> {
  reading ??= readOn(resource).finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readOn(resource: string): Promise<void> {
  const list = readList(resource);
  if (list?.next === undefined) return;
  const query = parametersOf(list.call.slice(list.call.indexOf('?')));
  const { body, headers } = await apiOf(resource).list({ query: { ...query, _after: list.next } });
  const known = new Set(list.ids);
  const added = body.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  rememberList({ ...list, ids: [...list.ids, ...added], next: headers.get('x-next-cursor') ?? undefined });
}
