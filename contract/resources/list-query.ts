import { z } from 'zod';
import { queryNumber } from '#contract/query-number.ts';
import type { Fields } from '#contract/schema/entry.ts';
import type { Operator } from '#contract/schema/fields/field.ts';
import { fieldKind, type Order, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { fieldsOf, parameterOf } from './fields.ts';
import type { Filters } from './types.ts';

/** Default and maximum number of records per page. */
const PAGE = 20;
const LARGEST_PAGE = 100;
/** Maximum number of ids or values of one filter. */
const MOST_VALUES = 100;

/** The query parameters of a list: json-server's, a cursor, and the filters of the resource. */
export type RawListQuery<F extends Fields> = {
  _start?: number;
  _end?: number;
  /** One or several fields, separated by commas; `_order` likewise. */
  _sort?: string;
  _order?: string;
  /** The cursor of the previous response; continues after its last record. */
  _after?: string;
  q?: string;
  id?: string | string[];
} & Filters<F>;

/** A filter of a list: matches records with any of the validated `values`. */
export interface QueryFilter {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly unknown[];
}

/** The validated query of a list. */
export interface ListQuery {
  readonly start: number;
  readonly end: number;
  /** Empty for the resource's default order. */
  readonly order: readonly Order[];
  readonly after: string | undefined;
  readonly q: string | undefined;
  readonly ids: readonly string[] | undefined;
  readonly filters: readonly QueryFilter[];
}

const many = (value: z.ZodType) =>
  z.union([z.array(z.string()), z.string().transform((single) => [single])]).pipe(
    z
      .array(value as z.ZodType<unknown, string>)
      .min(1)
      .max(MOST_VALUES),
  );

const valuesOf = (field: ResourceField, operator: Operator): z.ZodType => {
  if (operator === 'null') return z.enum(['true', 'false']).transform((value) => [value === 'true']);
  if (operator === 'like' || operator === 'startsWith')
    return z
      .string()
      .max(200)
      .transform((value) => [value]);
  const kind = fieldKind(field.kind);
  // Filters may compare with any value; bounds and patterns only apply to writes.
  const loose = { ...field, min: undefined, max: undefined, pattern: undefined };
  const value = (kind.query ?? kind.schema)(z, loose);
  return operator === 'eq' || operator === 'ne' ? many(value) : value.transform((one) => [one]);
};

type Context = z.core.$RefinementCtx;

/** Parses `_sort` and `_order`; fields without a direction are sorted ascending. Reports unknown ones. */
const orderOf = (
  { _sort = '', _order = '' }: { _sort?: string | undefined; _order?: string | undefined },
  { sortable, context }: { sortable: readonly string[]; context: Context },
): Order[] => {
  const split = (list: string) => (list === '' ? [] : list.split(',').map((part) => part.trim()));
  const directions = split(_order.toLowerCase());
  const problem = (path: string, value: string, options: string) =>
    context.addIssue({
      code: 'custom',
      path: [path],
      params: { key: 'errors.unknownOrder', values: { value, options } },
    });
  for (const direction of directions)
    if (direction !== 'asc' && direction !== 'desc') problem('_order', direction, 'asc, desc');
  const fields = split(_sort);
  for (const field of fields) if (!sortable.includes(field)) problem('_sort', field, sortable.join(', '));
  return [...new Set(fields)].map((field, index) => ({
    field,
    direction: directions[index] === 'desc' ? 'desc' : 'asc',
  }));
};

/** Creates the schema of a list's query string: unknown parameters, fields and operators are rejected by name. */
export const listQueryOf = <F extends Fields>(
  resource: Resource<F>,
): z.ZodType<ListQuery, RawListQuery<F>> => {
  const fields = fieldsOf(resource as Resource);
  const filters = fields.flatMap((field) =>
    field.operators.map((operator) => ({ field, operator, parameter: parameterOf(field, operator) })),
  );
  const sortable = ['id', ...fields.filter((field) => field.sort).map((field) => field.name)];
  const schema: z.ZodType<ListQuery> = z
    .strictObject({
      _start: queryNumber.default(0),
      _end: queryNumber.optional(),
      _sort: z.string().max(500).optional(),
      _order: z.string().max(500).optional(),
      _after: z.string().max(2000).optional(),
      q: z.string().trim().max(200).optional(),
      id: many(z.uuid().toLowerCase()).optional(),
      ...Object.fromEntries(
        filters.map(({ field, operator, parameter }) => [parameter, valuesOf(field, operator).optional()]),
      ),
    })
    .transform((query, context): ListQuery => {
      const { _start: start, _sort, _order, _after: after, q } = query;
      const ids = query.id as string[] | undefined;
      // A query by ids returns all of them by default.
      const { _end: end = start + Math.max(PAGE, ids?.length ?? 0) } = query;
      if (end <= start || end - start > LARGEST_PAGE)
        context.addIssue({
          code: 'custom',
          path: ['_end'],
          params: { key: 'errors.pageTooLarge', values: { max: LARGEST_PAGE } },
        });
      const given: Readonly<Record<string, unknown>> = query;
      return {
        start,
        end,
        order: orderOf({ _sort, _order }, { sortable, context }),
        after,
        q: q || undefined,
        ids,
        filters: filters.flatMap(({ field, operator, parameter }) => {
          const values = given[parameter];
          return Array.isArray(values) ? [{ field: field.name, operator, values }] : [];
        }),
      };
    });
  // The parameters are made from the fields, and their types from the types of the same fields.
  return schema as z.ZodType<ListQuery, RawListQuery<F>>;
};
