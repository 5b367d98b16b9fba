import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';

/** Renders the API key that a change was made with, as a link to all of its changes. */
export function ApiKeyLink({ apiKey: { id, name } }: { apiKey: NonNullable<HistoryEntry['apiKey']> }) {
  const { t } = useTranslation();
  return <AppLink to={`/manager/history?apiKey=${id}`}>{t('manager.changes.apiKey', { name })}</AppLink>;
}
