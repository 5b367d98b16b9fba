import type { ListPage } from '../operations/list.ts';

/** What an answer with one page of a list says in its headers: the total, and where to go on. */
export function listHeaders({ total, next }: ListPage): Record<string, string> {
  return {
    'X-Total-Count': String(total.value),
    ...(!total.exact && { 'X-Total-Exact': 'false' }),
    ...(next !== undefined && { 'X-Next-Cursor': next }),
  };
}
