import { PAGE_SIZE, writeQuery } from '@bindery/contract/records/resources/list-address.ts';
import type { BaseRecord, CrudFilter, DataProvider, GetListParams } from '@refinedev/core';
import { send } from '#frontend/shell/http/http.ts';
import { idempotencyKeyOf } from './idempotency-keys.ts';

/** A page of a list as Refine receives it. */
export interface CursorPage<Row> {
  data: Row[];
  total: number;
  /** False when the server stopped counting: `total` is then a lower bound. */
  exact: boolean;
  /** The cursor of the next page; undefined after the last one. */
  cursor: { next: string | undefined };
}

const API = '/api';

/** Sends a request to the API; returns the JSON of the response, and its headers. */
async function call<Body>(
  method: string,
  path: string,
  { body, headers }: { body?: unknown; headers?: Readonly<Record<string, string>> | undefined } = {},
): Promise<{ data: Body; headers: Headers }> {
  const response = await send({
    method,
    url: `${API}/${path}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { data: await response.json().catch(() => null), headers: response.headers };
}

const ifMatch = (etag: unknown) => (typeof etag === 'string' ? { 'if-match': etag } : {});

/** The pages filter by equality only, and name the comparison in the field: `rating_gte`. */
const parameterOf = (filter: CrudFilter): [name: string, values: string | string[]] => {
  if (!('field' in filter)) throw new Error('The API has no groups of filters');
  return [filter.field, filter.value];
};

/**
 * Refine's data provider, on the API's dialect of json-server, with list cursors, inexact totals and ETags. Mutations send
 * the ETag of `meta.etag` as If-Match, so that they do not overwrite concurrent changes. Creations send a key of
 * `meta.idempotencyKeys` as Idempotency-Key, so that a repeated creation creates nothing twice.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => API,
  getList: async <Row extends BaseRecord>({
    resource,
    pagination,
    filters = [],
    sorters = [],
  }: GetListParams) => {
    // Refine passes the cursor of the next page as its number.
    const after = pagination?.currentPage;
    const query = writeQuery([
      ['_start', '0'],
      ['_end', String(pagination?.pageSize ?? PAGE_SIZE)],
      ...(sorters.length > 0
        ? ([
            ['_sort', sorters.map(({ field }) => field).join()],
            ['_order', sorters.map(({ order }) => order).join()],
          ] as const)
        : []),
      ...filters.map(parameterOf),
      ...(typeof after === 'string' ? ([['_after', after]] as const) : []),
    ]);
    const { data, headers } = await call<Row[]>('GET', `${resource}?${query}`);
    return {
      data,
      total: Number(headers.get('x-total-count')) || data.length,
      exact: headers.get('x-total-exact') !== 'false',
      cursor: { next: headers.get('x-next-cursor') ?? undefined },
    } satisfies CursorPage<Row>;
  },
  getMany: async ({ resource, ids }) => call('GET', `${resource}?${writeQuery([['id', ids.map(String)]])}`),
  getOne: async ({ resource, id, meta }) => {
    const { data, headers } = await call<never>(
      'GET',
      `${resource}/${id}${meta?.archived ? '?archived=true' : ''}`,
    );
    return { data, etag: headers.get('etag') ?? undefined };
  },
  create: ({ resource, variables, meta }) =>
    call('POST', resource, { body: variables, headers: idempotencyKeyOf(meta, variables).headers }),
  update: ({ resource, id, variables, meta }) =>
    call('PATCH', `${resource}/${id}`, { body: variables, headers: ifMatch(meta?.etag) }),
  deleteOne: ({ resource, id, meta }) =>
    call('DELETE', `${resource}/${id}`, { headers: ifMatch(meta?.etag) }),
};
