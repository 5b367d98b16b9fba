import type { ImportState } from '@bindery/contract/records/imports.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';

/** Returns whether the user may undo the changes of an import, as far as their rights determine it. */
export const isUndoable = (
  { singular }: Resource,
  { created, updated }: Pick<ImportState, 'created' | 'updated'>,
): boolean => created + updated > 0 && (created === 0 || may(singular, 'delete'));
