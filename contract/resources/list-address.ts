import type { Operator } from '../schema/fields/field.ts';
import type { Order, Resource, ResourceField } from '../schema/index.ts';
import { fieldsOf, parameterOf } from './fields.ts';

export { parameterOf };

/** Number of records per page of a list. */
export const PAGE_SIZE = 20;

/** A filter of a list in the page's URL: matches any of the values. */
export interface AddressFilter {
  readonly field: ResourceField;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** The state of a list in the page's URL. */
export interface ListAddress {
  readonly searchTerm: string;
  /** Undefined for the resource's default order. */
  readonly order: Order | undefined;
  readonly filters: readonly AddressFilter[];
}

/** Returns the filterable fields of a resource, including createdAt and updatedAt. */
export const filterable = (resource: Resource): ResourceField[] =>
  fieldsOf(resource).filter(({ operators }) => operators.length > 0);

/** Parses the query parameters of a list page. Unknown ones are ignored. */
export function readAddress(resource: Resource, parameters: URLSearchParams): ListAddress {
  const sort = parameters.get('_sort');
  const sortable = sort !== null && resource.fields[sort]?.sort === true;
  return {
    searchTerm: resource.search.length > 0 ? (parameters.get('searchTerm') ?? '') : '',
    order: sortable
      ? { field: sort, direction: parameters.get('_order') === 'desc' ? 'desc' : 'asc' }
      : undefined,
    filters: filterable(resource).flatMap((field) =>
      field.operators.flatMap((operator) => {
        const values = parameters.getAll(parameterOf(field, operator)).filter((value) => value !== '');
        return values.length > 0 ? [{ field, operator, values }] : [];
      }),
    ),
  };
}

/** Serializes the state of a list to query parameters, as short as possible. */
export function writeAddress({ searchTerm, order, filters }: ListAddress): URLSearchParams {
  const parameters = new URLSearchParams();
  if (searchTerm !== '') parameters.set('searchTerm', searchTerm);
  if (order) {
    parameters.set('_sort', order.field);
    if (order.direction === 'desc') parameters.set('_order', 'desc');
  }
  for (const { field, operator, values } of filters)
    for (const value of values) parameters.append(parameterOf(field, operator), value);
  return parameters;
}

/** Returns the API's filter parameters for the state of a list, each with its values. */
export function filterParams({
  searchTerm,
  filters,
}: ListAddress): [parameter: string, values: string | readonly string[]][] {
  return [
    ...(searchTerm === '' ? [] : [['q', searchTerm] as [string, string]]),
    ...filters.map(({ field, operator, values }): [string, readonly string[]] => [
      parameterOf(field, operator),
      values,
    ]),
  ];
}

/** Returns the API call for the first page of a list, formatted exactly like Refine's simple-rest does. */
export function firstListCall(resource: Resource, parameters: URLSearchParams): string {
  const address = readAddress(resource, parameters);
  const { field, direction } = address.order ?? resource.sort;
  const question = new Map<string, string | readonly string[]>([
    ['_start', '0'],
    ['_end', String(PAGE_SIZE)],
    ['_sort', field],
    ['_order', direction],
    ...filterParams(address),
  ]);
  const query = [...question]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, values]) => [values].flat().map((value) => `${written(name)}=${written(value)}`));
  return `/api/${resource.name}?${query.join('&')}`;
}

/** Encodes a text by RFC 3986, which is stricter than encodeURIComponent. */
const written = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
