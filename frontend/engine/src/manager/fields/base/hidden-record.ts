import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { currentSession, may } from '#frontend/shell/auth/session.ts';
import { shownLabel } from '../../shown-label.ts';

/**
 * Returns whether the user may not read a referenced record: the server says so, or returns its id as its
 * label if they may read no such record. The server also does so for records without a label, which a user
 * who reads all of them sees as their id.
 */
export function isHiddenRecord(target: Resource, { id, label, hidden }: Referenced): boolean {
  if (hidden || label !== id) return hidden === true;
  const role = currentSession()?.user.role;
  return !may(target.singular, 'read') || (role !== undefined && isLimited(target, { role, action: 'read' }));
}

/**
 * Returns the function that names a referenced record where only a text is possible: with its label, or as
 * hidden.
 */
export function useReferenceLabel(): (target: Resource, record: Referenced) => string {
  const { t } = useTranslation();
  return (target, record) =>
    isHiddenRecord(target, record) ? t('manager.references.hidden') : shownLabel(target, record.label);
}
