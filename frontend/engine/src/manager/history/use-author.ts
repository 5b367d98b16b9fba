import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { useTranslation } from 'react-i18next';

/** Returns the author of a change: the user, or the admin who impersonated the user. */
export function useAuthor(): (entry: Pick<HistoryEntry, 'actor' | 'impersonator'>) => string {
  const { t } = useTranslation();
  return ({ actor, impersonator }) => {
    const user = actor?.label ?? t('manager.history.somebody');
    return impersonator ? t('manager.changes.as', { admin: impersonator.label, user }) : user;
  };
}
