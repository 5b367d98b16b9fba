import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { MAX_PAGE_SIZE } from '@bindery/contract/records/resources/list-query.ts';
import type { Rights } from '@bindery/contract/records/rights.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import { beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import { isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { UnreadableRecord } from '#backend/records/resources/database-errors.ts';
import { list } from '#backend/records/resources/operations/list.ts';
import { may, maySee } from '#backend/records/resources/query/rights.ts';
import { column, fragment, type SqlFragment } from '#backend/records/resources/query/sql-fragment.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';

const rows = z.coerce.number().int().nonnegative().safe();
const values = z.union([z.string(), z.array(z.string())]);

/** The query of the endpoint, whose names are better-auth's. */
const parameters = z.object({
  searchValue: z.string().optional(),
  searchField: z.string().default('email'),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).default('contains'),
  limit: rows.optional(),
  offset: rows.optional(),
  sortBy: z.string().optional(),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: z.string().default('email'),
  filterValue: values.optional(),
  filterOperator: z.string().default('eq'),
});

/** The comparisons of better-auth, as SQL of a column and its values. */
const OPERATORS: Readonly<Record<string, (name: SqlFragment, given: readonly string[]) => SqlFragment>> = {
  eq: (name, [value]) => fragment`${name} = ${value}`,
  ne: (name, [value]) => fragment`${name} is distinct from ${value}`,
  gt: (name, [value]) => fragment`${name} > ${value}`,
  gte: (name, [value]) => fragment`${name} >= ${value}`,
  lt: (name, [value]) => fragment`${name} < ${value}`,
  lte: (name, [value]) => fragment`${name} <= ${value}`,
  in: (name, given) => fragment`${name}::text = any(${given})`,
  not_in: (name, given) => fragment`(${name}::text = any(${given})) is not true`,
  contains: (name, [value]) => fragment`${name}::text ilike ${`%${escaped(value)}%`}`,
  starts_with: (name, [value]) => fragment`${name}::text ilike ${`${escaped(value)}%`}`,
  ends_with: (name, [value]) => fragment`${name}::text ilike ${`%${escaped(value)}`}`,
};
const LISTED: readonly string[] = ['in', 'not_in'];
const PARTIAL: readonly string[] = ['contains', 'starts_with', 'ends_with'];

const escaped = (text = '') => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Responds to better-auth's list of users from the resource: rows and fields that the caller may read. */
export const listUsers = ({
  services,
  rights,
}: {
  services: ResourceServices;
  rights: Rights;
}): BetterAuthPlugin =>
  beforeEndpoints('list-users-of-the-resource', ['/admin/list-users'], async (ctx) => {
    const service = services.get('users');
    // Without an entry the fixed right decides, which better-auth checks.
    if (!service) return undefined;
    const actor = actorOfCall();
    if (!isUser(actor)) throw new ApiError('UNAUTHENTICATED');
    const { resource } = service;
    if (!rights[actor.role]?.user?.includes('list') || !may(actor, resource, 'read'))
      throw new APIError('FORBIDDEN', {
        code: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
        message: 'You are not allowed to list users',
      });
    const query = parameters.safeParse(ctx.query ?? {});
    if (!query.success) throw unknown('parameter', String(query.error.issues[0]?.path[0]));
    const { limit, offset, sortBy, sortDirection, searchValue, filterValue, ...given } = query.data;
    const fields = fieldsOf(resource).filter(
      (field) => !field.join && !field.computed && maySee(actor, field),
    );
    const start = offset ?? 0;
    const size = Math.min(limit || MAX_PAGE_SIZE, MAX_PAGE_SIZE);
    if (sortBy !== undefined && sortBy !== 'id') columnOf(fields, sortBy);
    const limits: SqlFragment[] = [];
    if (searchValue) limits.push(predicate(fields, [given.searchField, given.searchOperator, [searchValue]]));
    if (filterValue !== undefined)
      limits.push(predicate(fields, [given.filterField, given.filterOperator, [filterValue].flat()]));
    const { items, total } = await list(service, {
      actor,
      query: {
        start,
        end: start + size,
        after: undefined,
        q: undefined,
        ids: undefined,
        filters: [],
        order: sortBy === undefined ? [] : [{ field: sortBy, direction: sortDirection }],
      },
      limits,
    }).catch(rejectUnfit);
    return ctx.json({ users: items, total: total.value, limit: limit && size, offset });
  });

/** Filters of better-auth are not validated: a value may not fit its column. */
function rejectUnfit(error: unknown): never {
  throw error instanceof UnreadableRecord ? new ApiError('INVALID') : error;
}

function predicate(
  fields: readonly ResourceField[],
  [name, operator, given]: readonly [name: string, operator: string, given: readonly string[]],
): SqlFragment {
  const compare = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  const isText = fields.some((field) => field.name === name && ['string', 'text'].includes(field.type.type));
  if (!compare || (given.length > 1 && !LISTED.includes(operator)) || (PARTIAL.includes(operator) && !isText))
    throw unknown('operator', `${operator} of ${name}`);
  return compare(columnOf(fields, name), given);
}

function columnOf(fields: readonly ResourceField[], name: string): SqlFragment {
  if (name === 'id') return column('record.id');
  const field = fields.find((one) => one.name === name);
  if (!field) throw unknown('field', JSON.stringify(name));
  return column(`record.${field.column}`);
}

const unknown = (what: string, name: string) =>
  new APIError('BAD_REQUEST', { code: 'INVALID', message: `There is no such ${what}: ${name}` });
