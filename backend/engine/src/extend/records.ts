import { type BulkBody, type Selection, selection } from '@bindery/contract/records/resources/bulk.ts';
import { listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { withFixedFields } from '@bindery/contract/records/rows/row-filter.ts';
import type { Action, Fields, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import {
  type Actor,
  APPLICATION,
  isApplication,
  isReadOnly,
  isUser,
  roleKey,
} from '#backend/kernel/http/actor.ts';
import { ApiError, requireValid } from '#backend/kernel/http/api-error.ts';
import type { Records } from '#backend/records/resources/app-tools.ts';
import { bulk } from '#backend/records/resources/bulk/bulk.ts';
import { readSelected } from '#backend/records/resources/bulk/read-selected.ts';
import type { RecordValues } from '#backend/records/resources/hooks.ts';
import { list } from '#backend/records/resources/operations/list.ts';
import { read } from '#backend/records/resources/operations/read.ts';
import { create, remove, restore, update } from '#backend/records/resources/operations/write-record.ts';
import type { RecordJson, ShownFields } from '#backend/records/resources/query/projection.ts';
import { may } from '#backend/records/resources/query/rights.ts';
import { rowsOfHistory } from '#backend/records/resources/query/scope.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';
import { requireOutsideTransaction } from '#backend/records/resources/shared-transaction.ts';
import { orWithoutComputed } from '#backend/records/resources/stages/without-computed.ts';

/** Returns the alternative to using other tools inside a transaction. */
export const toolsGiven = (name: string): string =>
  `use the \`${name}\` that \`transaction\` passes to its function`;

const known = new WeakMap<Resource, Map<string, ReturnType<typeof createSchemas>>>();

/** Returns the schemas of the generated API for the actor's role; for the application, of all fields. */
export function schemasFor(resource: Resource, actor: Actor) {
  const ofRoles = known.get(resource) ?? new Map<string, ReturnType<typeof createSchemas>>();
  known.set(resource, ofRoles);
  const schemas = ofRoles.get(roleKey(actor)) ?? createSchemas(resource, actor);
  ofRoles.set(roleKey(actor), schemas);
  return schemas;
}

function createSchemas(resource: Resource, actor: Actor) {
  const whole = isApplication(actor);
  const visible = whole ? resource : visibleTo(resource, [actor.role]);
  const writable = whole ? withWritableFields(resource) : withFixedFields(visible, actor.role);
  return { ...schemasOf(writable), list: listQueryOf(visible) };
}

/**
 * Returns a resource as the application writes it: read-only fields too, and a hook may fill the required
 * ones. Computed fields remain read-only.
 */
function withWritableFields(resource: Resource): Resource {
  // Without a prototype, like the fields of the resource itself.
  const fields: Record<string, ResourceField> = Object.assign(Object.create(null), resource.fields);
  for (const [name, field] of Object.entries(resource.fields))
    fields[name] = { ...field, readOnly: field.computed !== undefined, isFixed: true };
  return Object.freeze({ ...resource, fields: Object.freeze(fields) });
}

/** Returns the parameters of a list as the endpoint receives them: all values are strings. */
const asTexts = (query: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  );

const withoutUndefined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * Requires a right as the endpoints of the resource do.
 * @throws ApiError API_KEY_READ_ONLY or FORBIDDEN; NOT_FOUND for a record that visitors may not read.
 */
function requireRight(resource: Resource, { actor, action }: { actor: Actor; action: Action }): void {
  if (action !== 'read' && isReadOnly(actor)) throw new ApiError('API_KEY_READ_ONLY');
  if (may(actor, resource, action)) return;
  throw new ApiError(action === 'read' && !isUser(actor) ? 'NOT_FOUND' : 'FORBIDDEN');
}

/**
 * Reads a record with all of its fields, also from the archive; null if it does not exist. If a computed
 * field has no value, computed fields are omitted.
 */
export function readWhole(service: ResourceService, id: string): Promise<RecordJson | null> {
  const { resource } = service;
  const rows = rowsOfHistory(resource, APPLICATION);
  const find = async (shown: ShownFields) => {
    const projection = service.projection(APPLICATION, rows, shown);
    const row = await projection.select().where('record.id', '=', id).executeTakeFirst();
    return row ? projection.toJson(row) : null;
  };
  return orWithoutComputed(
    { resource, record: id },
    { first: () => find('all'), otherwise: () => find('stored') },
  );
}

/** Returns an actor's functions that read and write a resource's records: the generated API without HTTP. */
export function recordsOf<F extends Fields, Item, Values extends object>(
  service: ResourceService,
  { actor, em, isShared }: { actor: Actor; em: EntityManager; isShared: boolean },
): Records<F, Item, Values> {
  const { resource } = service;
  const schemas = () => schemasFor(resource, actor);
  /** Checks the right, and flushes the EntityManager's changes so that the access sees them. */
  const begin = async (action: Action) => {
    if (!isShared) requireOutsideTransaction(`records('${resource.name}')`, toolsGiven('records'));
    requireRight(resource, { actor, action });
    if (isShared) await em.flush();
  };
  // The fields are those of the entry that the service was made for.
  const typed = (record: RecordJson) => record as Item;
  const valuesOf = (schema: z.ZodType, values: object) =>
    requireValid(schema, withoutUndefined(values)) as RecordValues;
  return {
    read: async (id) => {
      await begin('read');
      return typed(await readAny(service, { id, actor }));
    },
    list: async (query) => {
      if (!may(actor, resource, 'read')) throw new ApiError('FORBIDDEN');
      await begin('read');
      const page = await list(service, { query: requireValid(schemas().list, asTexts(query ?? {})), actor });
      return { items: page.items.map(typed), total: page.total.value, next: page.next };
    },
    create: async (values) => {
      await begin('create');
      return typed(await create(service, { values: valuesOf(schemas().create, values), actor }));
    },
    update: async ({ id, values, ifMatch }) => {
      await begin('update');
      const changed = valuesOf(schemas().update, values);
      return typed(await update(service, { id, values: changed, ifMatch, actor }));
    },
    delete: async (id, { archived = false, ifMatch } = {}) => {
      await begin('delete');
      await remove(service, { id, ifMatch, actor, archived });
    },
    restore: async (id, { ifMatch } = {}) => {
      await begin('restore');
      return typed(await restore(service, { id, ifMatch, actor }));
    },
    selected: async (given, action = 'read') => {
      await begin(action);
      return readSelected(service, {
        select: requireValid<Selection>(selection, given),
        actor,
        action,
        isShared,
      });
    },
    bulk: async (given) => {
      // As at the endpoint, writes of several records require a user.
      if (!isUser(actor) && !isApplication(actor)) throw new ApiError('UNAUTHENTICATED');
      await begin(given.action);
      const select = requireValid<Selection>(selection, given.select);
      const body: BulkBody<RecordValues> =
        given.action === 'update'
          ? { select, action: 'update', values: valuesOf(schemas().update, given.values) }
          : { select, action: given.action };
      return bulk(service, { body, actor });
    },
  };
}

/** Reads a record; the application, and actors who may restore it, also find it in the archive. */
async function readAny(service: ResourceService, { id, actor }: { id: string; actor: Actor }) {
  try {
    return await read(service, { id, actor });
  } catch (error) {
    const isElsewhere = rowsOfHistory(service.resource, actor) === 'all';
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND' && isElsewhere)) throw error;
    return read(service, { id, actor, archived: true });
  }
}
