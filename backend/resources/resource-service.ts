import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Resource } from '#contract/schema/index.ts';
import { meaningOf } from './operations/database-errors.ts';
import type { Addition } from './operations/insert-with-history.ts';
import type { AllResources, Viewer } from './query/labels.ts';
import type { Rules, RulesOf } from './hooks.ts';
import { type Prepared, prepare, Shapes, slot } from './query/prepared-statements.ts';
import type { Totals } from './query/count-cache.ts';
import { type View, viewOf } from './query/projection.ts';
import type { Asked } from './query/filters.ts';

/** A list's question together with the cursor's values, where it goes on from one. */
export interface ListAsked extends Asked {
  readonly after: readonly unknown[];
}

/** One resource at work: what its verbs share. */
export interface Desk {
  readonly resource: Resource;
  readonly resources: AllResources;
  readonly database: Database;
  readonly totals: Totals;
  readonly rules: Rules;
  /** Reads like the database does, but says what its refusals mean to a caller. */
  readonly read: Database['read'];
  /** What a role sees of the resource, or the server itself. */
  view(viewer: Viewer): RoleDesk;
  /** The desk of another resource. */
  beside(name: string): Desk;
}

/** A role's view with its statements. */
export interface RoleDesk extends View {
  /** Selects one record by its id. */
  readonly one: Prepared<{ id: string }>;
  /** The same, and keeps it from being changed until the transaction ends. */
  readonly oneForUpdate: Prepared<{ id: string }>;
  readonly lists: Shapes<ListAsked>;
  readonly counts: Shapes<ListAsked>;
  readonly insertions: Shapes<Addition>;
}

/** The desk of every resource, by name. */
export type Desks = ReadonlyMap<string, Desk>;

/** Sets up a desk for each resource: one for all who serve its records, so that its statements are made once. */
export function desksOf(
  parts: Pick<Desk, 'resources' | 'database' | 'totals'> & { readonly rules?: RulesOf },
): Desks {
  const { resources, database, totals, rules = {} } = parts;
  const beside = (name: string): Desk => desks.get(name)!;
  const desks = new Map(
    Object.values(resources).map((resource): [string, Desk] => [
      resource.name,
      deskOf({ resource, resources, database, totals, rules: rules[resource.name] ?? {}, beside }),
    ]),
  );
  return desks;
}

/** Sets up what the verbs of a resource share. */
function deskOf(parts: Omit<Desk, 'view' | 'read'>): Desk {
  const views = new Map<Viewer, RoleDesk>();
  const { database, resource, resources } = parts;
  return {
    ...parts,
    read: async (statement) => {
      try {
        return await database.read({ ...statement, table: resource.table });
      } catch (error) {
        throw meaningOf(error, { resource, viewer: 'server' });
      }
    },
    view: (viewer) => {
      const known = views.get(viewer);
      if (known) return known;
      const view = viewOf(database, { resource, viewer, resources });
      const one = view.select().where(
        sql.ref('record.id'),
        '=',
        slot<{ id: string }>(({ id }) => id),
      );
      const made: RoleDesk = {
        ...view,
        one: prepare(one, 'quick'),
        oneForUpdate: prepare(one.forUpdate(['record']), 'prepared'),
        lists: new Shapes(),
        counts: new Shapes(),
        insertions: new Shapes(),
      };
      views.set(viewer, made);
      return made;
    },
  };
}
