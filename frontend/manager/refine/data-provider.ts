import type { BaseRecord, CrudFilter, DataProvider, GetListParams, GetOneParams } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import { PAGE_SIZE } from '#contract/resources/list-address.ts';
import { type HttpAnswer, http } from '../../http/http.ts';

/** What Refine is told of a page of a list, besides its rows. */
export interface CursorPage<Row> {
  data: Row[];
  total: number;
  /** False where the server stopped counting: there are at least so many. */
  exact: boolean;
  /** Where the list goes on; nothing after the last row. */
  cursor: { next: string | undefined };
}

type Headers = HttpAnswer<unknown>['headers'];

// simple-rest is typed for axios, of which it uses what our calls have as well.
const rest = (client: Partial<typeof http>) => simpleRest('/api', client as never);

/** simple-rest drops what comes in headers: this keeps the answer's, beside what simple-rest makes of it. */
async function withHeaders<Result>(
  ask: (provider: ReturnType<typeof rest>) => Promise<Result>,
): Promise<[Result, Headers]> {
  let headers: Headers = {};
  const get: typeof http.get = async (url, options) => {
    const answer = await http.get<never>(url, options);
    headers = answer.headers;
    return answer;
  };
  return [await ask(rest({ get })), headers];
}

/** Refine hands on what names the next page as a page number: here it is the cursor of the last row. */
const goingOn = (after: unknown): CrudFilter[] =>
  typeof after === 'string' ? [{ field: '_after', operator: 'eq', value: after }] : [];

const ifMatch = (etag: unknown) => (typeof etag === 'string' ? { headers: { 'if-match': etag } } : {});

/**
 * Our API for Refine's hooks: simple-rest, and besides it the cursor of a list, whether its total is exact, and the
 * ETag that keeps two admins from overwriting each other, which a mutation sends back in `meta.etag`.
 */
export const dataProvider: DataProvider = {
  ...rest(http),
  getList: async <Row extends BaseRecord>({ pagination, filters = [], ...question }: GetListParams) => {
    const [{ data, total }, headers] = await withHeaders((provider) =>
      provider.getList<Row>({
        ...question,
        pagination: { pageSize: pagination?.pageSize ?? PAGE_SIZE, currentPage: 1 },
        filters: [...filters, ...goingOn(pagination?.currentPage)],
      }),
    );
    const cursor = { next: headers['x-next-cursor'] };
    return { data, total, exact: headers['x-total-exact'] !== 'false', cursor } satisfies CursorPage<Row>;
  },
  getOne: async <Row extends BaseRecord>(question: GetOneParams) => {
    const [{ data }, { etag }] = await withHeaders((provider) => provider.getOne<Row>(question));
    return { data, etag };
  },
  update: ({ meta, ...change }) => rest(http).update({ ...change, meta: ifMatch(meta?.etag) }),
  deleteOne: ({ meta, ...record }) => rest(http).deleteOne({ ...record, meta: ifMatch(meta?.etag) }),
};
