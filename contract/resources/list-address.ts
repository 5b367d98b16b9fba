import type { Operator } from '../schema/fields/field.ts';
import type { Order, Resource, ResourceField } from '../schema/index.ts';
import { fieldsOf, parameterOf } from './fields.ts';

export { parameterOf };

/** Rows that a page of a list asks for at a time. */
export const PAGE_SIZE = 20;

/** One narrowing of a list, as the address holds it: any one of the values matches. */
export interface AddressFilter {
  readonly field: ResourceField;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** What the address says of a list. */
export interface ListAddress {
  readonly searchTerm: string;
  /** Undefined where the order is the resource's own. */
  readonly order: Order | undefined;
  readonly filters: readonly AddressFilter[];
}

/** The fields a list can be narrowed by: those of the entry, and the times that every record has. */
export const filterable = (resource: Resource): ResourceField[] =>
  fieldsOf(resource).filter(({ operators }) => operators.length > 0);

/** Reads the address of a list. What is not in the resource's entry is passed over. */
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

/** Writes it back, as short as it can be. */
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

/** The parameters by which the API narrows a list to what its address asks for, each with its values. */
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

/** The call for the first rows of the list at an address, written as Refine's simple-rest writes it. */
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

/** As RFC 3986 wants it, which is stricter than what browsers do by themselves. */
const written = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
