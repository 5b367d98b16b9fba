import {
  NO_VIEW,
  showsView,
  type ViewState,
  viewAddress,
  viewQuery,
  writeAddress,
} from '@bindery/contract/records/resources/list-address.ts';
import type { SavedView, ViewChanges } from '@bindery/contract/records/views.ts';
import { PUBLIC, type Resource } from '@bindery/contract/schema/index.ts';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { api } from '#frontend/shell/http/api.ts';
import { queryClient } from '../../refine/query-client.ts';
import { type List, useSavedViews, VIEWS_KEY } from '../state/use-list.ts';

/** The saved views of a list, and the current one. */
export interface Views {
  readonly views: readonly SavedView[];
  /** The view that the list started from; undefined for all records. */
  readonly current: SavedView | undefined;
  /** The view that the list opens with; undefined for all records. */
  readonly opening: SavedView | undefined;
  /** Whether the list differs from the current view. */
  readonly isChanged: boolean;
  /** The state that a new view would save. */
  readonly state: ViewState;
  /** Returns the query string of a view's link; without a view, of the list itself. */
  readonly linkTo: (view?: SavedView) => string;
}

/** The columns of a list that a view stores. */
interface ShownColumns {
  /** The names of the visible columns, in order. */
  readonly visible: string[];
  readonly isDefault: boolean;
}

/**
 * Returns the saved views of a list. Without a query, the URL of the default view replaces the current one.
 */
export function useViews(list: List, columns: ShownColumns): Views {
  const { resource, address } = list;
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { views } = useSavedViews(resource);
  const current = views.find(({ id }) => id === address.view);
  const opening = views.find(({ isDefault }) => isDefault);
  const linkTo = (view?: SavedView) => {
    if (view) return `?${writeAddress(viewAddress(resource, view))}`;
    return opening ? `?_view=${NO_VIEW}` : '?';
  };
  // A URL with any parameter, such as the edited record, opens the list without the default view.
  const start = parameters.size === 0 && opening ? linkTo(opening) : undefined;
  useEffect(() => {
    if (start) navigate(start, { replace: true });
  }, [start, navigate]);
  return {
    views,
    current,
    opening,
    isChanged: current
      ? !showsView(resource, { address, view: current })
      : viewQuery(address) !== '' || address.columns.length > 0 || !columns.isDefault,
    state: {
      query: viewQuery(address),
      columns: columns.isDefault && address.columns.length === 0 ? null : columns.visible,
    },
    linkTo,
  };
}

/** Returns whether the user may share default views with other users. */
export const mayShareDefaults = ({ roles }: Pick<Resource, 'roles'>): boolean =>
  roles.sharingDefaultViews.includes(currentSession()?.user.role ?? PUBLIC);

/** Refetches the views, and waits for the response. */
const refetch = () => queryClient.invalidateQueries({ queryKey: VIEWS_KEY });

/** Saves a new view and returns it. Throws an HttpError. */
export async function saveView(
  view: Omit<SavedView, 'id' | 'isOwn' | 'mayDelete' | 'isIncomplete'>,
): Promise<SavedView> {
  const { body } = await api.views.create({ body: view });
  await refetch();
  return body;
}

/** Changes a view. Throws an HttpError. */
export async function updateView({ id }: SavedView, changes: ViewChanges): Promise<void> {
  await api.views.update({ params: { id }, body: changes });
  await refetch();
}

/** Deletes a view. Throws an HttpError. */
export async function deleteView({ id }: SavedView): Promise<void> {
  await api.views.delete({ params: { id } });
  await refetch();
}
