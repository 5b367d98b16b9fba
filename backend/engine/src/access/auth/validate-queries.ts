import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getAuthTables } from 'better-auth/db';
import { authHook } from '#backend/access/hooks/auth-hooks.ts';
import { currentContext } from '#backend/kernel/http/request-context.ts';

type Adapter = DBAdapter<BetterAuthOptions>;
type WhereClause = Parameters<Adapter['findOne']>[0]['where'][number];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const PARTIAL = new Set(['contains', 'starts_with', 'ends_with']);
/** The operators with several values. */
const LISTED = new Set(['in', 'not_in']);

/** Prevents invalid ids, field names and row counts from becoming SQL that PostgreSQL rejects. */
export const validateQueries: BetterAuthPlugin = {
  id: 'validate-queries',
  init: ({ adapter, options }) => ({ context: { adapter: validatingAdapter(adapter, options) } }),
  hooks: {
    before: [
      // The endpoint responds with no users if its query fails, so its parameters are checked before.
      authHook(['/admin/list-users'], async ({ query = {}, context }) => {
        const { sortBy, filterField, filterOperator: operator, filterValue: value } = query;
        const columns = columnsOf(context.options);
        if (sortBy) columns.mustExist('user', sortBy);
        if (Array.isArray(value) && !LISTED.has(operator))
          throw badRequest(`operator ${operator ?? 'eq'} of several values`);
        if (filterField) columns.canMatch('user', { field: filterField, operator, value });
        for (const number of [query.limit, query.offset]) mustCountRows(number && Number(number));
      }),
    ],
  },
};

/**
 * Wraps better-auth's adapter, which checks no input: invalid ids match no row, empty updates do nothing.
 * @throws APIError INVALID for an unknown field or an invalid limit or offset.
 */
export function validatingAdapter(adapter: Adapter, options: BetterAuthOptions): Adapter {
  const columns = columnsOf(options);
  /** Returns the filters that can match; undefined if no row can match all of them. */
  const possible = (model: string, where: WhereClause[] = []): WhereClause[] | undefined => {
    const left = where.filter((clause) => columns.canMatch(model, clause));
    const isAlternative = ({ connector }: WhereClause) => connector === 'OR';
    const lost = where.filter((clause) => !left.includes(clause));
    const noAlternative = where.some(isAlternative) && !left.some(isAlternative);
    return noAlternative || lost.some((clause) => !isAlternative(clause)) ? undefined : left;
  };
  /** Runs a query with the filters that can match, or returns `none` if no row can match. */
  const unlessImpossible =
    <Query extends { model: string; where?: WhereClause[] | undefined }, Result>(
      run: (query: Query) => Promise<Result>,
      none: Result,
    ) =>
    async (query: Query): Promise<Result> => {
      const where = possible(query.model, query.where);
      return where ? run(query.where ? { ...query, where } : query) : none;
    };
  const findMany = unlessImpossible(adapter.findMany, []);
  const update = unlessImpossible<Parameters<Adapter['update']>[0], unknown>(adapter.update, null);
  return {
    ...adapter,
    findOne: unlessImpossible(adapter.findOne, null) as Adapter['findOne'],
    findMany: (async (query) => {
      for (const number of [query.limit, query.offset]) mustCountRows(number);
      if (query.sortBy) columns.mustExist(query.model, query.sortBy.field);
      return findMany(query);
    }) as Adapter['findMany'],
    count: unlessImpossible(adapter.count, 0),
    update: (async (query) =>
      columns.hasAny(query.model, query.update)
        ? update(query)
        : adapter.findOne({ model: query.model, where: query.where })) as Adapter['update'],
    updateMany: unlessImpossible(adapter.updateMany, 0),
    delete: unlessImpossible(adapter.delete, undefined),
    deleteMany: unlessImpossible(adapter.deleteMany, 0),
    consumeOne: unlessImpossible(adapter.consumeOne, null) as Adapter['consumeOne'],
  };
}

/** Returns checks on the columns of better-auth's tables. */
function columnsOf(options: BetterAuthOptions) {
  const tables = Object.entries(getAuthTables(options));
  const fieldsOf = (model: string) =>
    tables.find(([name, { modelName }]) => name === model || modelName === model)?.[1].fields ?? {};
  const fieldOf = (model: string, field: string) =>
    Object.entries(fieldsOf(model)).find(
      ([name, { fieldName }]) => name === field || fieldName === field,
    )?.[1];
  const mustExist = (model: string, field: string) => {
    if (field !== 'id' && !fieldOf(model, field)) throw badRequest(`field ${JSON.stringify(field)}`);
  };
  const isUuid = (model: string, field: string) =>
    field === 'id' ? !/^verifications?$/.test(model) : fieldOf(model, field)?.references?.field === 'id';
  return {
    mustExist,
    /** Returns whether any row could match the filter. */
    canMatch: (model: string, { field, operator = 'eq', value }: WhereClause): boolean => {
      mustExist(model, field);
      const uuid = isUuid(model, field);
      if (PARTIAL.has(operator) && (uuid || fieldOf(model, field)?.type !== 'string'))
        throw badRequest(`operator ${operator} of ${field}`);
      if (!uuid || value === null) return true;
      if (Array.isArray(value)) return value.every((one) => UUID.test(String(one)));
      return UUID.test(String(value));
    },
    /** Returns whether an update sets any column. */
    hasAny: (model: string, change: Record<string, unknown>) =>
      Object.entries(fieldsOf(model)).some(([name, { onUpdate }]) => change[name] !== undefined || onUpdate),
  };
}

/**
 * @throws APIError INVALID unless it is a number of rows, at most the largest integer that JavaScript counts
 * exactly.
 */
function mustCountRows(number: number | undefined) {
  if (number !== undefined && !(Number.isSafeInteger(number) && number >= 0))
    throw badRequest('number of rows');
}

const badRequest = (what: string) =>
  new APIError('BAD_REQUEST', { code: 'INVALID', message: `Invalid ${what}` });

/**
 * Stores the error of a failed read, for `rethrowFailedRead`. Some of better-auth's endpoints catch every
 * error and respond as if there were no rows.
 */
export const noteFailedReads: BetterAuthPlugin = {
  id: 'note-failed-reads',
  init: ({ adapter }) => ({
    context: {
      adapter: {
        ...adapter,
        findOne: (query) => noting(adapter.findOne(query)),
        findMany: (query) => noting(adapter.findMany(query)),
        count: (query) => noting(adapter.count(query)),
      } satisfies Adapter,
    },
  }),
};

async function noting<Result>(read: Promise<Result>): Promise<Result> {
  try {
    return await read;
  } catch (error) {
    const context = currentContext();
    if (context) context.failedRead ??= { error };
    throw error;
  }
}

/**
 * Throws the error of this request's failed read, whatever better-auth made of it.
 * @throws the error of the database.
 */
export function rethrowFailedRead(): void {
  const failed = currentContext()?.failedRead;
  if (failed) throw failed.error;
}
