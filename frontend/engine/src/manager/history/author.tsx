import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';

/** Returns the author of a change: the user, or the admin who impersonated the user. */
export function useAuthor(): (change: Pick<HistoryChange, 'actor' | 'impersonator'>) => string {
  const { t } = useTranslation();
  return ({ actor, impersonator }) => {
    const user = actor?.label ?? t('manager.history.somebody');
    return impersonator ? t('manager.changes.as', { admin: impersonator.label, user }) : user;
  };
}

/** Renders the API key that a change was made with, as a link to all of its changes. */
export function ApiKeyLink({ apiKey: { id, name } }: { apiKey: NonNullable<HistoryChange['apiKey']> }) {
  const { t } = useTranslation();
  return <AppLink to={`/manager/history?apiKey=${id}`}>{t('manager.changes.apiKey', { name })}</AppLink>;
}
