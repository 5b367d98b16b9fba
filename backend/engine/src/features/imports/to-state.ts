import type { ImportState } from '@bindery/contract/records/imports.ts';
import type { StoredImport } from './store.ts';

/** Returns an import in the form of the API. */
export function toState(stored: StoredImport): ImportState {
  const {
    actorId: _actor,
    impersonatorId: _impersonator,
    sessionId: _session,
    apiKey: _apiKey,
    isCancelled: _cancelled,
    ...state
  } = stored;
  // Until an import finishes, `done` counts empty lines too.
  return { ...state, done: Math.min(state.done, state.total) };
}
