import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useMany } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { currentSession, may } from '#frontend/shell/auth/session.ts';
import { labelOf, type ManagerRecord } from '../../resource.ts';
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

/**
 * Returns records of which only the ids are known, as in the history and in URLs, with their labels. One that
 * does not exist has its id as its label, unless the user may not know of it.
 */
export function useLabelled(target: Resource, ids: readonly string[]): Referenced[] {
  const nameOf = useReferenceLabel();
  const { result, query } = useMany<ManagerRecord>({
    resource: target.name,
    ids: [...ids],
    queryOptions: { enabled: ids.length > 0 && may(target.singular, 'read') },
    errorNotification: false,
  });
  const labels = new Map(result.data?.map((item) => [item.id, labelOf(target, item)]));
  return ids.map((id) => ({
    id,
    label: labels.get(id) ?? (query.isLoading ? '…' : nameOf(target, { id, label: id })),
  }));
}
