import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import { parseRowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { FileOfFunction } from '@bindery/contract/schema/computed.ts';
import {
  type AllResources,
  fieldKind,
  type Resource,
  ResourceConfigError,
  type ResourceField,
} from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import type { TemplatePart } from '@bindery/contract/schema/template.ts';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { Reading } from '#backend/database/query.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { logger } from '#backend/logging/logger.ts';
import { fileFacts, fileOf } from './file-facts.ts';
import { selectJoinedIds } from './join-tables.ts';
import type { DatabaseRow } from './projection.ts';
import { isLimited } from './rights.ts';
import { compileRowFilter } from './row-filters.ts';
import { scopeOf } from './scope.ts';
import { column, fragment, join, literal, SqlFragment } from './sql-fragment.ts';

/** How the database computes a field. */
interface ComputedSql {
  /** The value, for a record whose table has the alias `record`. */
  readonly value: SqlFragment;
  /** Whether other users of the actor's role may read another value. */
  readonly isPersonal: boolean;
  /** Whether it reads other records, however many. */
  readonly readsOthers: boolean;
}

const raw = (text: string): SqlFragment => new SqlFragment([text], []);

const typed = (value: SqlFragment, { type }: ResourceField): SqlFragment =>
  fragment`(${value})::${raw(type.sql)}`;

/** Returns whether the database computes a field, so that a statement fails if it has no value. */
export const isComputedBySql = ({ computed }: ResourceField): boolean =>
  computed !== undefined && !('from' in computed);

/** The position of a record in a statement, and its reader. */
interface Place {
  readonly resource: Resource;
  readonly actor: Actor;
  /** The alias of its table. */
  readonly alias: string;
}

/**
 * Returns the SQL of a computed field; undefined for one with a function. Aggregates include the records that
 * the actor may read, or all if the entry has `readBy`. It refers only to the table `record`: the start
 * ensures that aggregated records have expressions only.
 */
export function computedSql(
  field: ResourceField,
  { resource, actor, alias: own = 'record' }: Omit<Place, 'alias'> & Partial<Place>,
): ComputedSql | undefined {
  const { computed } = field;
  if (!computed || 'from' in computed) return undefined;
  if ('parts' in computed) {
    const reader = computed.ofAll ? APPLICATION : actor;
    return expressionSql(computed.parts, { field, resource, actor: reader, alias: own });
  }
  const { aggregate, of, through, where, ofAll } = computed;
  const target = resource.resourceNamed(of)!;
  // Includes fields that the actor does not see, because the expression may use them.
  const fieldNamed = (name: string): ResourceField => target.fields[name]!;
  const alias = `of_${field.column}`;
  const reader = ofAll ? APPLICATION : actor;
  const scope = scopeOf(target, { actor: reader, rows: 'live', alias });
  const predicate = where && compileRowFilter(parseRowFilter(target, where), alias);
  const predicates = [refersTo(fieldNamed(through), alias), scope, predicate].filter(
    (one) => one !== undefined,
  );
  const takenFrom = (taken: ResourceField): SqlFragment =>
    computedSql(taken, { resource: target, actor: reader, alias })?.value ??
    column(`${alias}.${taken.column}`);
  const taken = computed.field === undefined ? raw('*') : takenFrom(fieldNamed(computed.field));
  const value = fragment`${raw(aggregate)}(${taken})`;
  const filled = aggregate === 'sum' ? fragment`coalesce(${value}, 0)` : value;
  return {
    value: fragment`(select ${typed(filled, field)} from ${column(target.table)} as ${column(alias)}
      where ${join(predicates, ' and ')})`,
    isPersonal: isLimited(reader, target, 'read'),
    readsOthers: true,
  };
}

/** Returns the SQL of an expression over the fields of a record, whose table has this alias. */
function expressionSql(
  parts: readonly TemplatePart[],
  { field, resource, actor, alias }: Place & { field: ResourceField },
): ComputedSql {
  const pieces = parts.map((part): ComputedSql => {
    if ('text' in part) return { value: raw(part.text), isPersonal: false, readsOthers: false };
    const named = resource.fields[part.field]!;
    return (
      computedSql(named, { resource, actor, alias }) ?? {
        value: column(`${alias}.${named.column}`),
        isPersonal: false,
        readsOthers: false,
      }
    );
  });
  return {
    value: typed(
      join(
        pieces.map(({ value }) => value),
        '',
      ),
      field,
    ),
    isPersonal: pieces.some((piece) => piece.isPersonal),
    readsOthers: pieces.some((piece) => piece.readsOthers),
  };
}

/** Returns the SQL predicate that a record with this alias refers to `record`. */
function refersTo({ join: joined, column: to }: ResourceField, alias: string): SqlFragment {
  if (!joined) return fragment`${column(`${alias}.${to}`)} = record.id`;
  const { source, target } = JOIN_COLUMNS;
  return fragment`${column(`${alias}.id`)} in (select ${column(source)} from ${column(joined.table)}
    where ${column(target)} = record.id)`;
}

/** Returns the fields that a computed field uses in its record, directly or through other expressions. */
const inputsOf = ({ computed }: ResourceField, fields: Resource['fields']): string[] =>
  computed && 'parts' in computed
    ? computed.parts.flatMap((part) => {
        if (!('field' in part)) return [];
        const used: ResourceField = fields[part.field]!;
        return used.computed ? inputsOf(used, fields) : [used.name];
      })
    : [];

/** An expression that can fail for some values of its record. */
export interface FallibleExpression {
  readonly field: ResourceField;
  /** The stored fields that it uses. */
  readonly inputs: readonly string[];
  /** The SQL that fails if the expression does: whether it has no value. */
  readonly test: SqlFragment;
}

/** Returns the expressions of a resource, over all records that they aggregate. */
export const expressionsOf = (resource: Resource): FallibleExpression[] =>
  Object.values(resource.fields).flatMap((field) => {
    if (!field.computed || !('parts' in field.computed)) return [];
    const { value } = computedSql(field, { resource, actor: APPLICATION })!;
    return [{ field, inputs: inputsOf(field, resource.fields), test: fragment`(${value}) is null` }];
  });

/** Returns the SQL with which a computed field is filtered, searched and, if it is a text, sorted. */
export const comparedSql = (value: SqlFragment, { isFolded }: ResourceField): SqlFragment =>
  isFolded ? fragment`left(fold((${value})::text), ${literal(SEARCH_COLUMN_LENGTH)}) collate "C"` : value;

/** The fields that functions compute: the columns that they need, and how to read them from a row. */
interface ComputedByFunction {
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  /** They return undefined if the function throws. */
  readonly readers: ReadonlyMap<string, (row: DatabaseRow) => unknown>;
}

const inputSql = ({ column, join, upload }: ResourceField): RawBuilder<unknown> => {
  if (join) return selectJoinedIds(join);
  return upload ? fileFacts(`record.${column}`) : sql.ref(`record.${column}`);
};

/** Converts a value to a function's input: ids of references, facts of a file that all readers share. */
const readInput = (field: ResourceField, row: DatabaseRow): unknown => {
  const value = row[aliasOf(field.name)];
  if (value === null || field.join || field.to !== undefined) return value;
  if (field.upload) {
    const { url: _url, thumbnails: _thumbnails, ...file } = fileOf(value);
    return file satisfies FileOfFunction;
  }
  const { read = (stored: unknown) => stored } = fieldKind(field.kind);
  return read(value);
};

const aliasOf = (name: string) => `from.${name}`;

/**
 * Returns those of some fields that functions compute. The input of a function is selected separately from
 * what the actor sees, who may read only the result.
 */
export function computedByFunction(resource: Resource, fields: readonly ResourceField[]): ComputedByFunction {
  const rules = fields.flatMap((field) =>
    field.computed && 'from' in field.computed ? [{ field, ...field.computed }] : [],
  );
  const inputs = [...new Set(rules.flatMap(({ from }) => from))].map((name) => resource.fields[name]!);
  return {
    columns: inputs.map((field) => inputSql(field).as(aliasOf(field.name))),
    readers: new Map(
      rules.map(({ field, from, value }) => {
        const given = inputs.filter((input) => from.includes(input.name));
        // The types of the entry define what the function takes; the fields are those that it names.
        const compute = value as (record: object) => unknown;
        const read = (row: DatabaseRow): unknown => {
          const values = Object.fromEntries(given.map((input) => [input.name, readInput(input, row)]));
          try {
            return compute(values) ?? null;
          } catch (error) {
            logFailure(error, { resource, field, record: row.id });
            return undefined;
          }
        };
        return [field.name, read];
      }),
    ),
  };
}

/** How often the failures of a function are logged, however many records a list has. */
const LOG_EVERY_MS = 60_000;

/** When a failure of a field's function was last logged. */
const loggedAt = new WeakMap<ResourceField, number>();

function logFailure(
  error: unknown,
  { resource, field, record }: { resource: Resource; field: ResourceField; record: unknown },
): void {
  const now = Date.now();
  if (now - (loggedAt.get(field) ?? 0) < LOG_EVERY_MS) return;
  loggedAt.set(field, now);
  logger.error({ err: error, resource: resource.name, field: field.name, record }, 'computed field omitted');
}

/**
 * Lets the database parse the expression of every computed field, without a row. With `tables` set to
 * `stated`, it uses the tables of the entries, whatever the database has.
 * @throws ResourceConfigError that names the first field which the database rejects, with its reason.
 */
export async function checkComputedSql(
  { kysely, query }: Reading,
  resources: AllResources,
  tables: 'existing' | 'stated' = 'existing',
): Promise<void> {
  const prefix = tables === 'stated' ? statedTables(resources) : '';
  for (const resource of Object.values(resources))
    for (const field of Object.values(resource.fields)) {
      const computed = computedSql(field, { resource, actor: APPLICATION });
      if (!computed) continue;
      const statement = kysely
        .selectFrom(`${resource.table} as record`)
        .select(sql`${computed.value}`.as('value'))
        .limit(sql.lit(0))
        .compile();
      try {
        await query({ sql: prefix + statement.sql, parameters: statement.parameters });
      } catch (error) {
        throw rejection(error, { resource, field });
      }
    }
}

/** Returns the tables of the entries, without rows, as a prefix of a statement. */
function statedTables(resources: AllResources): string {
  const tables = Object.values(resources).flatMap((resource) => {
    const own = [
      ...OWN_COLUMNS,
      ...columnFields(resource).map(({ column, type }) => [column, type.sql] as const),
    ];
    const joins = Object.values(resource.fields).flatMap(({ join }) => join?.table ?? []);
    const joined = Object.values(JOIN_COLUMNS).map((column) => [column, 'uuid'] as const);
    return [[resource.table, own] as const, ...joins.map((table) => [table, joined] as const)];
  });
  const emptyTable = ([name, columns]: (typeof tables)[number]) =>
    `"${name}" as (select ${columns.map(([column, type]) => `null::${type} as "${column}"`).join(', ')})`;
  return `with ${tables.map(emptyTable).join(', ')} `;
}

/** The columns that every table may have, with an archive or not. */
const OWN_COLUMNS = [
  ['id', 'uuid'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['archived_at', 'timestamptz'],
] as const;

/** PostgreSQL's classes of errors that the text of a statement causes: its syntax, and values in it. */
const OF_TEXT = /^(42|22)/;

function rejection(
  error: unknown,
  { resource, field }: { resource: Resource; field: ResourceField },
): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (!OF_TEXT.test(String(code))) return error;
  const key = `fields.${field.name}.computed`;
  const value = field.computed && 'parts' in field.computed ? expressionOf(field.computed.parts) : undefined;
  const problem = `is rejected by the database: ${message}`;
  return new ResourceConfigError([{ resource: resource.name, key, value, problem }]);
}

const expressionOf = (parts: readonly TemplatePart[]): string =>
  parts.map((part) => ('text' in part ? part.text : `{${part.field}}`)).join('');
