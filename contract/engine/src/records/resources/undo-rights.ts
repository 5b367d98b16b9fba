import type { Action } from '#contract/schema/index.ts';
import type { HistoryChange } from './history.ts';

/** The right that undoing a change requires: that of its opposite. */
export const undoRights = {
  create: 'delete',
  update: 'update',
  delete: 'create',
  archive: 'restore',
  restore: 'delete',
} as const satisfies Record<HistoryChange['action'], Action>;
