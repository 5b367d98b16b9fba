import type { ImportState } from '#contract/imports.ts';
import type { StoredImport } from './store.ts';

/** Returns what the API tells of an import. */
export function toState(stored: StoredImport): ImportState {
  const { actorId: _actor, authorId: _author, jobId: _job, isCancelled: _cancelled, ...state } = stored;
  return state;
}
