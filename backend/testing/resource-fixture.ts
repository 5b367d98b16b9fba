import { freshDatabase } from '#backend/testing/database.ts';
import { listQueryOf } from '#contract/resources/list-query.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import type { Resource, Role } from '#contract/schema/index.ts';
import { create } from '../resources/operations/create.ts';
import { type Desk, desksOf } from '../resources/resource-service.ts';
import { list, type Page } from '../resources/operations/list.ts';
import type { Rules } from '../resources/hooks.ts';
import { Totals } from '../resources/query/count-cache.ts';
import type { Item } from '../resources/query/projection.ts';

export const ACTOR = { id: '00000000-0000-7000-8000-000000000001', role: 'admin' } as const;

/** One resource of a test's own at work, on a database of its own: what its endpoints do, without the server. */
export interface Shelf extends AtDesk {
  /** Another resource of the same tables. */
  beside(name: string): AtDesk;
  close(): Promise<void>;
}

/** What can be asked of one resource. */
export interface AtDesk {
  readonly desk: Desk;
  /** Asks a list what its query string would ask. */
  list(query?: Query, role?: Role): Promise<Page>;
  /** Adds a record from what a caller would send. */
  add(record: Record<string, unknown>): Promise<Item>;
}

/** A query string, by parameter. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const asStrings = (query: Query) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

/** Makes the tables of some resources and sets one of them to work. */
export async function shelfOf(
  resources: Readonly<Record<string, Resource>>,
  { name, rules = {} }: { name: string; rules?: Rules },
): Promise<Shelf> {
  const { database, drop } = await freshDatabase(resources);
  const totals = new Totals(database);
  const desks = desksOf({ resources, database, totals, rules: { [name]: rules } });
  const at = (of: string) => atDesk(desks.get(of)!);
  return { ...at(name), beside: at, close: drop };
}

function atDesk(desk: Desk): AtDesk {
  const question = listQueryOf(desk.resource);
  const { create: incoming } = schemasOf(desk.resource);
  return {
    desk,
    list: async (query = {}, role = 'admin') =>
      list(desk, { question: question.parse(asStrings(query) as never), role }),
    add: async (record) => create(desk, { values: incoming.parse(record) as object as never, actor: ACTOR }),
  };
}
