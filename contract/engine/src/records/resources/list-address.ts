import type { Operator } from '#contract/schema/fields/field.ts';
import type { Order, Resource, ResourceField } from '#contract/schema/index.ts';
import type { SavedView } from '../views.ts';
import { fieldsOf, parameterOf } from './fields.ts';

/** Number of records per page of a list. */
export const PAGE_SIZE = 20;

/** The page sizes that users may choose. */
export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 50, 100];

/** A filter in the URL of a list page: matches any of the values. */
export interface AddressFilter {
  readonly field: ResourceField;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** The state of a list in the page's URL. */
export interface ListAddress {
  readonly searchTerm: string;
  /** The sort columns, most important first. Empty for the resource's default order. */
  readonly order: readonly Order[];
  readonly filters: readonly AddressFilter[];
  /** The id of the saved view that the list is based on, or `all` for none; empty if the URL does not say. */
  readonly view: string;
  /** The visible columns in order; empty for the user's own choice. */
  readonly columns: readonly string[];
  /** Whether the list shows the archive. */
  readonly archived?: boolean;
  /** Shows only the records with these ids. */
  readonly ids?: readonly string[];
  /** The number of records per page, if not the default. */
  readonly size?: number;
}

/** The view in a URL that selects the plain list where another view is the default. */
export const NO_VIEW = 'all';

/** Returns the filterable fields of a resource, including createdAt and updatedAt. */
export const filterable = (resource: Resource): ResourceField[] =>
  fieldsOf(resource).filter(({ operators }) => operators.length > 0);

/** Parses the query parameters of a list page. Unknown parameters are ignored. */
export function readAddress(resource: Resource, parameters: URLSearchParams): ListAddress {
  return {
    searchTerm: resource.search.length > 0 ? (parameters.get('searchTerm') ?? '') : '',
    order: readOrder(resource, parameters),
    filters: filterable(resource).flatMap((field) =>
      field.operators.flatMap((operator) => {
        const values = parameters.getAll(parameterOf(field, operator)).filter((value) => value !== '');
        return values.length > 0 ? [{ field, operator, values }] : [];
      }),
    ),
    view: parameters.get('_view') ?? '',
    columns: readColumns(resource, parameters),
    ...(resource.archive && parameters.get('archived') === 'true' && { archived: true }),
    ...readPage(parameters),
  };
}

/** Parses the ids and the page size, which the API calls `_end`. */
function readPage(parameters: URLSearchParams): Pick<ListAddress, 'ids' | 'size'> {
  const ids = parameters.getAll('id').filter((id) => id !== '');
  const size = Number(parameters.get('_end'));
  return {
    ...(ids.length > 0 && { ids }),
    ...(size !== PAGE_SIZE && PAGE_SIZES.includes(size) && { size }),
  };
}

function readColumns(resource: Resource, parameters: URLSearchParams): string[] {
  const names = new Set(fieldsOf(resource).map(({ name }) => name));
  return [...new Set(parameters.get('_columns')?.split(','))].filter((name) => names.has(name));
}

/** Parses `_sort` and `_order` as the API does: a field without a direction is sorted ascending. */
function readOrder(resource: Resource, parameters: URLSearchParams): Order[] {
  const sortable = new Set(fieldsOf(resource).flatMap(({ name, sort }) => (sort ? [name] : [])));
  const directions = parameters.get('_order')?.split(',') ?? [];
  const order = new Map<string, Order>();
  for (const [index, field] of (parameters.get('_sort')?.split(',') ?? []).entries())
    if (sortable.has(field) && !order.has(field))
      order.set(field, { field, direction: directions[index] === 'desc' ? 'desc' : 'asc' });
  return [...order.values()];
}

/** Converts an order to the API's `_sort` and `_order`. */
export const orderParams = (order: readonly Order[]): [sort: string, directions: string] => [
  order.map(({ field }) => field).join(','),
  order.map(({ direction }) => direction).join(','),
];

/** Returns the order of a list: from its URL, or else the resource's default. */
export const orderOf = (resource: Resource, { order }: ListAddress): readonly Order[] =>
  order.length > 0 ? order : [resource.sort];

/** Serializes the state of a list to the shortest query parameters. */
export function writeAddress({
  searchTerm,
  order,
  filters,
  view,
  columns,
  archived,
  ids = [],
  size,
}: ListAddress): URLSearchParams {
  const parameters = new URLSearchParams();
  if (view !== '') parameters.set('_view', view);
  if (columns.length > 0) parameters.set('_columns', columns.join());
  if (archived) parameters.set('archived', 'true');
  if (searchTerm !== '') parameters.set('searchTerm', searchTerm);
  if (order.length > 0) {
    const [sort, directions] = orderParams(order);
    parameters.set('_sort', sort);
    if (directions.includes('desc')) parameters.set('_order', directions);
  }
  for (const { field, operator, values } of filters)
    for (const value of values) parameters.append(parameterOf(field, operator), value);
  for (const id of ids) parameters.append('id', id);
  if (size !== undefined && size !== PAGE_SIZE) parameters.set('_end', String(size));
  return parameters;
}

/** Returns the API's filter parameters for the state of a list, each with its values. */
export function filterParams({
  searchTerm,
  filters,
  archived,
  ids = [],
}: ListAddress): [parameter: string, values: string | readonly string[]][] {
  return [
    ...(archived ? [['archived', 'true'] as [string, string]] : []),
    ...(searchTerm === '' ? [] : [['q', searchTerm] as [string, string]]),
    ...filters.map(({ field, operator, values }): [string, readonly string[]] => [
      parameterOf(field, operator),
      values,
    ]),
    ...(ids.length > 0 ? [['id', ids] as [string, readonly string[]]] : []),
  ];
}

/** Returns the API call for the first page of the list that the query parameters of a page describe. */
export const firstListCall = (resource: Resource, parameters: URLSearchParams): string =>
  listCall(resource, { address: readAddress(resource, parameters) });

/** Returns the API call for the first records of a list, formatted exactly like Refine's simple-rest does. */
export function listCall(
  resource: Resource,
  { address, size = address.size ?? PAGE_SIZE }: { address: ListAddress; size?: number },
): string {
  const [sort, directions] = orderParams(orderOf(resource, address));
  const parameters = new Map<string, string | readonly string[]>([
    ['_start', '0'],
    ['_end', String(size)],
    ['_sort', sort],
    ['_order', directions],
    ...filterParams(address),
  ]);
  const query = [...parameters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, values]) => [values].flat().map((value) => `${written(name)}=${written(value)}`));
  return `/api/${resource.name}?${query.join('&')}`;
}

/** Percent-encodes a text as RFC 3986 requires, which is stricter than encodeURIComponent. */
const written = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The part of a list's state that a view stores. */
export type ViewState = Pick<SavedView, 'query' | 'columns'>;

/** Returns the query of a list's address in the API's terms, as a view stores it. */
export function viewQuery(address: ListAddress): string {
  const parameters = writeAddress({ ...address, searchTerm: '', view: '', columns: [] });
  if (address.searchTerm !== '') parameters.set('q', address.searchTerm);
  return parameters.toString();
}

/** Returns the address of a list that shows a view. */
export function viewAddress(
  resource: Resource,
  { id, query, columns }: ViewState & { id: string },
): ListAddress {
  const parameters = new URLSearchParams(query);
  parameters.set('searchTerm', parameters.get('q') ?? '');
  return { ...readAddress(resource, parameters), view: id, columns: columns ?? [] };
}

/** Returns whether an address shows exactly the given view. */
export function showsView(
  resource: Resource,
  { address, view }: { address: ListAddress; view: SavedView },
): boolean {
  const saved = viewAddress(resource, view);
  return viewQuery(saved) === viewQuery(address) && saved.columns.join() === address.columns.join();
}
