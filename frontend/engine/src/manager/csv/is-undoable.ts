import type { ImportState } from '@bindery/contract/records/imports.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';

/** Returns whether the user may undo what an import has written, or would write, as far as their rights tell. */
export const isUndoable = (
  { singular }: Resource,
  { created, updated }: Pick<ImportState, 'created' | 'updated'>,
): boolean => created + updated > 0 && (created === 0 || may(singular, 'delete'));
