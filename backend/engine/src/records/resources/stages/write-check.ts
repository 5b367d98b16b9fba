import type { FieldError } from '@bindery/contract/records/errors.ts';
import { type FindTarget, matches } from '@bindery/contract/records/rows/matches.ts';
import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Reading } from '#backend/database/query.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { referenceError } from '../database-errors.ts';
import type { RecordValues } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import { limitOf } from '../query/rights.ts';
import { reachableIds, scopeOf } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { readRecords } from './read-records.ts';
import { changedFields, referenceIds } from './recorded-values.ts';
import { notYourRow } from './require-rows.ts';

/** The values that a write gives a record. */
interface GivenWrite {
  /** The record that an update changes; undefined for a new record. */
  readonly before?: RecordValues | undefined;
  readonly values: RecordValues;
  /** Values whose references may remain, regardless of read rights: `before` by default. */
  readonly known?: RecordValues;
}

interface Parts {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly reading: Reading;
}

/**
 * Checks before a write, and before its hooks, what an actor may write: the records that it refers to, and
 * whether it is one of the actor's rows. Otherwise a hook, a unique rule or a constraint would reveal records
 * that the actor may not read. One check serves a transaction's writes: it caches its reads.
 */
export class WriteCheck {
  readonly #parts: Parts;
  /** Whether the actor may refer to a record, by resource and id. */
  readonly #visible = new Map<string, boolean>();
  /** The records that row filters lead to, by resource and id; null for those that do not exist. */
  readonly #records = new Map<string, RecordJson | null>();
  /** The ids of records that are about to be written. */
  readonly #pending: ReadonlySet<string>;

  constructor(parts: Parts, { pending = [] }: { pending?: readonly string[] } = {}) {
    this.#parts = parts;
    this.#pending = new Set(pending);
  }

  /** Reads at once what the checks of several writes need. */
  async load(writes: readonly GivenWrite[]): Promise<void> {
    const wanted = new Map<Resource, Set<string>>();
    for (const write of writes)
      for (const { target, made } of this.#references(write))
        wanted.set(target, new Set([...(wanted.get(target) ?? []), ...made]));
    const { actor, reading } = this.#parts;
    for (const [resource, all] of wanted) {
      const ids = [...all].filter((id) => !this.#visible.has(keyOf(resource, id)));
      const found = await reachableIds(reading, { resource, actor, ids });
      for (const id of ids) this.#visible.set(keyOf(resource, id), found.has(id));
    }
  }

  /**
   * Checks a write.
   * @throws ApiError INVALID that names the fields, FORBIDDEN if the actor reads none of them.
   */
  async require(write: GivenWrite): Promise<void> {
    await this.load([write]);
    const error = this.#targetError(write) ?? (await this.rowError(write));
    if (error) throw error;
  }

  /** Returns the error of a record outside of the actor's rows, as far as the given values decide it. */
  async rowError({ before, values }: GivenWrite): Promise<ApiError | undefined> {
    const { service, actor } = this.#parts;
    const { resource } = service;
    const filter = limitOf(actor, resource, before ? 'update' : 'create');
    if (!filter) return undefined;
    const changed = before && Object.keys(changedFields(resource, { before, after: values }));
    const record = { ...before, ...values };
    if (changed?.length === 0 || !(await this.#isOutside(filter, record))) return undefined;
    return notYourRow(await this.#failingPart(filter, record), { resource, actor, changed });
  }

  /** Returns the parts of a filter that a record does not match: only their fields are invalid. */
  async #failingPart(filter: RowFilter, record: RecordValues): Promise<RowFilter> {
    if (!('all' in filter)) return filter;
    const all: RowFilter[] = [];
    for (const part of filter.all)
      if (await this.#isOutside(part, record)) all.push(await this.#failingPart(part, record));
    return all.length > 0 ? { all } : filter;
  }

  #targetError(write: GivenWrite): ApiError | undefined {
    const errors: Record<string, FieldError[]> = {};
    for (const { field, target, made } of this.#references(write)) {
      const missing = made.find((id) => this.#visible.get(keyOf(target, id)) === false);
      if (missing !== undefined) errors[field.name] = [referenceError(field, missing)];
    }
    return Object.keys(errors).length > 0 ? new ApiError('INVALID', { errors }) : undefined;
  }

  /** Returns the references of a write that must be checked. */
  #references({ before, values, known = before ?? {} }: GivenWrite) {
    const { service, actor } = this.#parts;
    const { resource, resources, hooks } = service;
    // The database detects a dangling reference too, but only after a hook has worked with it.
    const hasHook = (before ? hooks.beforeUpdate : hooks.beforeCreate) !== undefined;
    return Object.values(resource.fields).flatMap((field) => {
      const target = field.to === undefined ? undefined : resources[field.to];
      if (!target || !(hasHook || scopeOf(target, { actor }))) return [];
      const stay = referenceIds(known[field.name]);
      const made = referenceIds(values[field.name]).filter(
        (id) => !stay.includes(id) && !this.#pending.has(id),
      );
      return made.length > 0 ? [{ field, target, made }] : [];
    });
  }

  /** Evaluates a row filter; reads the records that it leads to until it is decided. */
  async #isOutside(filter: RowFilter, record: RecordValues): Promise<boolean> {
    for (;;) {
      const unknown = new Map<Resource, Set<string>>();
      const findTarget: FindTarget = (field, id) => {
        const target = this.#parts.service.resources[field.to ?? ''];
        if (!target || this.#pending.has(id)) return undefined;
        const known = this.#records.get(keyOf(target, id));
        if (known === undefined) unknown.set(target, (unknown.get(target) ?? new Set()).add(id));
        return known;
      };
      const isInside = matchesOrUnknown(filter, record, findTarget);
      if (isInside !== undefined || unknown.size === 0) return isInside === false;
      await this.#loadRecords(unknown);
    }
  }

  async #loadRecords(wanted: ReadonlyMap<Resource, ReadonlySet<string>>): Promise<void> {
    const { service, reading } = this.#parts;
    for (const [resource, ids] of wanted) {
      const projection = service.serviceOf(resource.name).projection(APPLICATION, undefined, 'stored');
      const found = await readRecords(reading, { projection, ids: [...ids] });
      for (const id of ids) this.#records.set(keyOf(resource, id), found.get(id) ?? null);
    }
  }
}

const keyOf = ({ name }: Resource, id: string): string => `${name} ${id}`;

function matchesOrUnknown(
  filter: RowFilter,
  record: RecordValues,
  findTarget: FindTarget,
): boolean | undefined {
  try {
    return matches(filter, record, findTarget);
  } catch (error) {
    // A value from a hook, which only the database can compare.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
