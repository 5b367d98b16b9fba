import { PAGE_SIZE } from '@bindery/contract/records/resources/list-address.ts';
import type { BaseRecord, CrudFilter, DataProvider, GetListParams, GetOneParams } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import { send } from '#frontend/shell/http/http.ts';
import { apiOf } from '../resource.ts';
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

type ResponseHeaders = Readonly<Record<string, string>>;

interface Options {
  readonly headers?: Record<string, string>;
}

/** Those of axios' members that simple-rest uses. Header names are lower-case, as it expects. */
const http = {
  get: (url: string, options?: Options) => call('GET', url, options),
  post: (url: string, data: unknown, options?: Options) => call('POST', url, options, data),
  patch: (url: string, data: unknown, options?: Options) => call('PATCH', url, options, data),
  delete: (url: string, options?: Options) => call('DELETE', url, options),
};

async function call(method: string, url: string, { headers }: Options = {}, data?: unknown) {
  const response = await send({
    method,
    url,
    headers: { ...(data !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(data !== undefined && { body: JSON.stringify(data) }),
  });
  return {
    data: await response.json().catch(() => null),
    headers: Object.fromEntries(response.headers) as ResponseHeaders,
  };
}

// biome-ignore lint/plugin: our client has only those of axios' members that simple-rest uses
const rest = (client: Partial<typeof http>) => simpleRest('/api', client as never);

/** Returns a page of a list: its rows, and what the headers of the response say of it. */
export const toCursorPage = <Row>(
  data: Row[],
  {
    headers,
    total = Number(headers['x-total-count']),
  }: { readonly headers: ResponseHeaders; readonly total?: number },
): CursorPage<Row> => ({
  data,
  total,
  exact: headers['x-total-exact'] !== 'false',
  cursor: { next: headers['x-next-cursor'] },
});

/** Returns the filter for the next page. Refine passes its cursor as the page number. */
const nextPageFilter = (after: unknown): CrudFilter[] =>
  typeof after === 'string' ? [{ field: '_after', operator: 'eq', value: after }] : [];

const ifMatch = (etag: unknown) => (typeof etag === 'string' ? { headers: { 'if-match': etag } } : {});

/**
 * Refine's data provider: simple-rest with list cursors, inexact totals and ETags. Mutations send the ETag of
 * `meta.etag` as If-Match, so that they do not overwrite concurrent changes. Creations send a key of
 * `meta.idempotencyKeys` as Idempotency-Key, so that a repeated creation creates nothing twice.
 */
export const dataProvider: DataProvider = {
  ...rest(http),
  getList: async <Row extends BaseRecord>({ pagination, filters = [], ...params }: GetListParams) => {
    // simple-rest discards the headers of the response.
    let headers: ResponseHeaders = {};
    const get: typeof http.get = async (url, options) => {
      const response = await http.get(url, options);
      headers = response.headers;
      return response;
    };
    const { data, total } = await rest({ get }).getList<Row>({
      ...params,
      pagination: { pageSize: pagination?.pageSize ?? PAGE_SIZE, currentPage: 1 },
      filters: [...filters, ...nextPageFilter(pagination?.currentPage)],
    });
    return toCursorPage(data, { total, headers });
  },
  // simple-rest has no query for a single record.
  getOne: async <Row extends BaseRecord>({ resource, id, meta }: GetOneParams) => {
    const query = meta?.archived ? { archived: 'true' as const } : {};
    const response = await apiOf(resource).read({ params: { id: String(id) }, query });
    return { data: response.body as object as Row, etag: response.headers.get('etag') ?? undefined };
  },
  create: ({ meta, ...record }) =>
    rest(http).create({ ...record, meta: idempotencyKeyOf(meta, record.variables) }),
  update: ({ meta, ...change }) => rest(http).update({ ...change, meta: ifMatch(meta?.etag) }),
  deleteOne: ({ meta, ...record }) => rest(http).deleteOne({ ...record, meta: ifMatch(meta?.etag) }),
};
