import type { SavedView } from '@bindery/contract/records/views.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '#frontend/shell/http/api.ts';
import { type PreloadedAnswer, startingWith } from '../../first-response.ts';

/** The key of the saved views in the query cache. */
export const VIEWS_KEY = ['views'];

/** Returns the saved views of a resource, and whether they are loading for the first time. */
export function useSavedViews({ name }: Resource): { views: readonly SavedView[]; isLoading: boolean } {
  const { data, isPending, failureCount } = useQuery({
    queryKey: VIEWS_KEY,
    queryFn: async ({ signal }) => (await api.views.list({ signal })).body,
    ...startingWith(api.views.list.url(), ({ body }: PreloadedAnswer<SavedView[]>) => body),
  });
  const views = (data ?? []).filter(({ resource }) => resource === name);
  return { views, isLoading: isPending && failureCount === 0 };
}
