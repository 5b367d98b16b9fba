import type { ImportState } from '@bindery/contract/records/imports.ts';
import type { StoredImport } from './store.ts';

/** Returns what the API tells of an import. */
export function toState(stored: StoredImport): ImportState {
  const {
    actorId: _actor,
    impersonatorId: _impersonator,
    sessionId: _session,
    apiKey: _apiKey,
    isCancelled: _cancelled,
    ...state
  } = stored;
  // Until an import ends, `done` counts empty lines too.
  return { ...state, done: Math.min(state.done, state.total) };
}
