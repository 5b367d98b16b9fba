import type { Resource } from '#contract/schema/index.ts';
import type { SavedView } from '../views.ts';
import { type ListAddress, readAddress, writeAddress } from './list-address.ts';

/** The part of a list's state that a view stores. */
export type ViewState = Pick<SavedView, 'query' | 'columns'>;

/** Returns the query of a list's address in the API's terms, as a view stores it. */
export function viewQuery(address: ListAddress): string {
  const parameters = writeAddress({ ...address, searchTerm: '', view: '', columns: [] });
  if (address.searchTerm !== '') parameters.set('q', address.searchTerm);
  return parameters.toString();
}

/** Returns the address of a list that shows a view. */
export function viewAddress(
  resource: Resource,
  { id, query, columns }: ViewState & { id: string },
): ListAddress {
  const parameters = new URLSearchParams(query);
  parameters.set('searchTerm', parameters.get('q') ?? '');
  return { ...readAddress(resource, parameters), view: id, columns: columns ?? [] };
}

/** Returns whether an address shows exactly the given view. */
export function showsView(
  resource: Resource,
  { address, view }: { address: ListAddress; view: SavedView },
): boolean {
  const saved = viewAddress(resource, view);
  return viewQuery(saved) === viewQuery(address) && saved.columns.join() === address.columns.join();
}

/** Returns the view that a list opens with: the user's default, or else the oldest shared default. */
export const defaultView = (views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ isDefault, isOwn }) => isDefault && isOwn) ?? views.find(({ isDefault }) => isDefault);
