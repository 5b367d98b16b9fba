import type { ListPage } from '../operations/list.ts';

/** Returns the response headers of a list page: the total and the next cursor. */
export function listHeaders({ total, next }: ListPage): Record<string, string> {
  return {
    'X-Total-Count': String(total.value),
    ...(!total.exact && { 'X-Total-Exact': 'false' }),
    ...(next !== undefined && { 'X-Next-Cursor': next }),
  };
}
