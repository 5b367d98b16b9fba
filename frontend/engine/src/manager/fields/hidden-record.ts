import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { currentSession, may } from '#frontend/shell/auth/session.ts';
import { shownLabel } from '../shown-label.ts';

/**
 * Returns whether a referenced record is one that the user may not read: the server says so, or gives its id as its label
 * where they may read no such record. So it does for records without a label, which a user who reads all of them is shown
 * by their id.
 */
export function isHiddenRecord(target: Resource, { id, label, hidden }: Referenced): boolean {
  if (hidden || label !== id) return hidden === true;
  const role = currentSession()?.user.role;
  return !may(target.singular, 'read') || (role !== undefined && isLimited(target, { role, action: 'read' }));
}

/** Returns the function that names a referenced record where only a text can: by its label, or as hidden. */
export function useReferenceLabel(): (target: Resource, record: Referenced) => string {
  const { t } = useTranslation();
  return (target, record) =>
    isHiddenRecord(target, record) ? t('manager.references.hidden') : shownLabel(target, record.label);
}
