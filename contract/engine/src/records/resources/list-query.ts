import { z } from 'zod';
import { MAX_VALUES } from '#contract/records/limits.ts';
import { queryNumber } from '#contract/records/route-parts.ts';
import type { Fields } from '#contract/schema/entry.ts';
import type { Operator } from '#contract/schema/fields/field.ts';
import { fieldKind, type Order, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { fieldsOf, parameterOf } from './fields.ts';
import type { Filters } from './types.ts';

/** Default number of records per page. */
const PAGE = 20;
/** The maximum number of items per page, also of other lists. */
export const MAX_PAGE_SIZE = 100;

/** Reports the end of a page that is empty or too large. */
export const checkPage = (
  { start, end }: { start: number; end: number },
  context: z.core.$RefinementCtx,
): void => {
  if (end <= start || end - start > MAX_PAGE_SIZE)
    context.addIssue({
      code: 'custom',
      path: ['_end'],
      params: { key: 'errors.pageTooLarge', values: { max: MAX_PAGE_SIZE } },
    });
};

/** The query parameters of a list: json-server's, a cursor, and the resource's filters. */
export type RawListQuery<F extends Fields> = {
  _start?: number;
  _end?: number;
  /** One or more fields, separated by commas; `_order` has the same form. */
  _sort?: string;
  _order?: string;
  /** The cursor of the previous response; continues after its last record. */
  _after?: string;
  /** `exact` counts all records that the filters find; otherwise counting ends at some number. */
  _total?: 'exact';
  /** `false` omits computed fields, some of which read other records. */
  _computed?: false | 'false';
  q?: string;
  id?: string | string[];
  /** Only for a resource with an archive. */
  archived?: boolean | 'true' | 'false';
} & Filters<F>;

/** A filter of a list: matches records with any of the validated `values`. */
export interface QueryFilter {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly unknown[];
}

/** The selected records of a list and their order, independent of paging. */
export interface SelectionQuery {
  /** Empty for the resource's default order. */
  readonly order: readonly Order[];
  readonly q: string | undefined;
  readonly ids: readonly string[] | undefined;
  readonly filters: readonly QueryFilter[];
  /** Whether to select from the archive. */
  readonly archived?: boolean;
}

/** The validated query of a list. */
export interface ListQuery extends SelectionQuery {
  readonly start: number;
  readonly end: number;
  readonly after: string | undefined;
  /** Whether the total is to be exact, however many records there are. */
  readonly countsAll?: boolean;
  /** Whether to return computed fields as well; true by default. */
  readonly computed?: boolean;
}

const many = (value: z.ZodType) =>
  z.union([z.array(z.string()), z.string().transform((single) => [single])]).pipe(
    z
      .array(value as z.ZodType<unknown, string>)
      .min(1)
      .max(MAX_VALUES),
  );

const valuesOf = (field: ResourceField, operator: Operator): z.ZodType => {
  if (operator === 'null') return z.enum(['true', 'false']).transform((value) => [value === 'true']);
  if (operator === 'like' || operator === 'startsWith')
    return z
      .string()
      .max(200)
      .transform((value) => [value]);
  const kind = fieldKind(field.kind);
  // Filters compare with any value; bounds and patterns apply to writes only.
  const loose = { ...field, min: undefined, max: undefined, pattern: undefined };
  const value = (kind.query ?? kind.schema)(z, loose);
  return operator === 'eq' || operator === 'ne' || operator === 'all'
    ? many(value)
    : value.transform((one) => [one]);
};

type Context = z.core.$RefinementCtx;

/** The query parameters for sorting. */
interface Sorting {
  readonly _sort?: string | undefined;
  readonly _order?: string | undefined;
}

const split = (list: string) => (list === '' ? [] : list.split(',').map((part) => part.trim()));

/** Returns the parser of `_sort` and `_order`: ascending by default. It reports unknown fields. */
export const orderReader = (resource: Resource) => {
  const sortable = ['id', ...fieldsOf(resource).flatMap(({ name, sort }) => (sort ? [name] : []))];
  return ({ _sort = '', _order = '' }: Sorting, context: Context): Order[] => {
    const problem = (path: string, value: string, options: string) =>
      context.addIssue({
        code: 'custom',
        path: [path],
        params: { key: 'errors.unknownOrder', values: { value, options } },
      });
    const directions = split(_order.toLowerCase());
    for (const direction of directions)
      if (direction !== 'asc' && direction !== 'desc') problem('_order', direction, 'asc, desc');
    const fields = split(_sort);
    for (const field of fields) if (!sortable.includes(field)) problem('_sort', field, sortable.join(', '));
    return [...new Set(fields)].map((field, index) => ({
      field,
      direction: directions[index] === 'desc' ? 'desc' : 'asc',
    }));
  };
};

/** The query parameter that selects the archive instead of the active records. */
export const archivedParameter = z.enum(['true', 'false']).optional();

/** The query parameters that select and sort records, as `selectionReader` validates them. */
interface Selecting extends Sorting {
  readonly q?: string | undefined;
  readonly id?: unknown;
}

/** Building a reader takes most of the server's start: a list, its exports and bulk writes share one. */
const selectionReaders = new WeakMap<Resource, ReturnType<typeof createSelectionReader>>();

/**
 * Returns the parser of the query parameters that select and sort the records of a resource, independent of
 * paging: `shape` has the schemas; `read` converts validated parameters, and reports unknown sort fields.
 */
export const selectionReader = (resource: Resource) => {
  const reader = selectionReaders.get(resource) ?? createSelectionReader(resource);
  selectionReaders.set(resource, reader);
  return reader;
};

const createSelectionReader = (resource: Resource) => {
  const readOrder = orderReader(resource);
  const filters = fieldsOf(resource).flatMap((field) =>
    field.operators.map((operator) => ({ field, operator, parameter: parameterOf(field, operator) })),
  );
  const shape = {
    _sort: z.string().max(500).optional(),
    _order: z.string().max(500).optional(),
    q: z.string().trim().max(200).optional(),
    id: many(z.uuid().toLowerCase()).optional(),
    ...(resource.archive && { archived: archivedParameter }),
    ...(Object.fromEntries(
      filters.map(({ field, operator, parameter }) => [parameter, valuesOf(field, operator).optional()]),
    ) as Record<never, never>),
  };
  const read = (query: Selecting, context: Context): SelectionQuery => {
    const given: Readonly<Record<string, unknown>> = { ...query };
    return {
      order: readOrder(query, context),
      q: query.q || undefined,
      ids: query.id as string[] | undefined,
      filters: filters.flatMap(({ field, operator, parameter }) => {
        const values = given[parameter];
        return Array.isArray(values) ? [{ field: field.name, operator, values }] : [];
      }),
      ...(given.archived === 'true' && { archived: true }),
    };
  };
  return { shape, read };
};

/** Creates the schema of a list's query: unknown parameters, fields and operators are rejected by name. */
export const listQueryOf = <F extends Fields>(
  resource: Resource<F>,
): z.ZodType<ListQuery, RawListQuery<F>> => {
  const { shape, read } = selectionReader(resource as Resource);
  const schema: z.ZodType<ListQuery> = z
    .strictObject({
      _start: queryNumber.default(0),
      _end: queryNumber.optional(),
      _after: z.string().max(2000).optional(),
      _total: z.literal('exact').optional(),
      _computed: z.literal('false').optional(),
      ...shape,
    })
    .transform((query, context): ListQuery => {
      const { _start: start, _after: after } = query;
      const selection = read(query, context);
      // A query by ids returns all of the records by default, up to the largest page.
      const usual = Math.min(MAX_PAGE_SIZE, Math.max(PAGE, selection.ids?.length ?? 0));
      const { _end: end = start + usual } = query;
      checkPage({ start, end }, context);
      return {
        start,
        end,
        after,
        ...(query._total && { countsAll: true }),
        ...(query._computed && { computed: false }),
        ...selection,
      };
    });
  // The parameters are made from the fields, and their types from the types of the same fields.
  return schema as z.ZodType<ListQuery, RawListQuery<F>>;
};
