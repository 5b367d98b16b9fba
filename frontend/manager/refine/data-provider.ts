import type { BaseRecord, CrudFilter, CrudSort, DataProvider } from '@refinedev/core';
import { http } from '../../shell/http.ts';

/** Rows that a list loads at a time. */
export const pageSize = 20;
const api = '/api';

/** What Refine is told of a page of a list, besides its rows. */
export interface Page<Row> {
  data: Row[];
  total: number;
  /** False where the server stopped counting: there are at least so many. */
  exact: boolean;
  /** Where the list goes on; nothing after the last row. */
  cursor: { next: string | undefined };
}

/** A filter names the API's own parameter, such as `pages_gte`; one that is named several times matches any of its values. */
function addFilters(query: URLSearchParams, filters: CrudFilter[]) {
  for (const filter of filters) {
    if (!('field' in filter)) throw new Error('The API knows no filters that are joined by "or"');
    for (const value of [filter.value].flat()) query.append(filter.field, String(value));
  }
}

function addSorters(query: URLSearchParams, sorters: CrudSort[]) {
  if (sorters.length === 0) return;
  query.set('_sort', sorters.map(({ field }) => field).join(','));
  query.set('_order', sorters.map(({ order }) => order).join(','));
}

const ifMatch = (etag: unknown) => (typeof etag === 'string' ? { headers: { 'if-match': etag } } : {});

/**
 * Our API for Refine's hooks. Not its simple-rest provider, which speaks the same dialect but drops what comes in
 * headers: the cursor, whether a total is exact, and the ETag that keeps two admins from overwriting each other.
 * A mutation sends the ETag in `meta.etag`.
 */
export const dataProvider: DataProvider = {
  getList: async <Row extends BaseRecord>({
    resource,
    pagination,
    sorters = [],
    filters = [],
  }: Parameters<DataProvider['getList']>[0]) => {
    const query = new URLSearchParams({ _start: '0', _end: String(pagination?.pageSize ?? pageSize) });
    // Refine hands the next page's parameter on as a page number: here it is the cursor of the last row.
    const after: unknown = pagination?.currentPage;
    if (typeof after === 'string') query.set('_after', after);
    addSorters(query, sorters);
    addFilters(query, filters);
    const { data, headers } = await http.get<Row[]>(`${api}/${resource}?${query}`);
    return {
      data,
      total: Number(headers['x-total-count']),
      exact: headers['x-total-exact'] !== 'false',
      cursor: { next: headers['x-next-cursor'] },
    } satisfies Page<Row>;
  },
  getMany: async <Row extends BaseRecord>({
    resource,
    ids,
  }: {
    resource: string;
    ids: (string | number)[];
  }) => {
    const query = new URLSearchParams(ids.map((id) => ['id', String(id)]));
    query.set('_end', String(ids.length));
    const { data } = await http.get<Row[]>(`${api}/${resource}?${query}`);
    return { data };
  },
  getOne: async <Row extends BaseRecord>({ resource, id }: { resource: string; id: string | number }) => {
    const { data, headers } = await http.get<Row>(`${api}/${resource}/${id}`);
    return { data, etag: headers.etag };
  },
  create: async <Row extends BaseRecord, Values>({
    resource,
    variables,
  }: {
    resource: string;
    variables: Values;
  }) => {
    const { data } = await http.post<Row>(`${api}/${resource}`, variables);
    return { data };
  },
  update: async ({ resource, id, variables, meta }) => {
    const { data } = await http.patch<never>(`${api}/${resource}/${id}`, variables, ifMatch(meta?.etag));
    return { data };
  },
  deleteOne: async ({ resource, id, meta }) => {
    const { data } = await http.delete<never>(`${api}/${resource}/${id}`, ifMatch(meta?.etag));
    return { data };
  },
  getApiUrl: () => api,
};
