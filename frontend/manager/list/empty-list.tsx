import { CloudOff, Inbox, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useLabels } from '../labels.ts';
import type { List } from './use-list.ts';

/** Renders the empty state of a list, with a button that helps in that case. */
export function EmptyList({ list }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { searchTerm, filters } = list.address;
  const clear = (change: Partial<typeof list.address>) => () => {
    list.ask(change);
    // The pressed button is removed together with the filters.
    document.querySelector<HTMLElement>('main [type=search]')?.focus();
  };
  const isNarrowed = filters.length > 0 || searchTerm !== '';
  if (list.state === 'failed' && !(list.isRefused && isNarrowed))
    return (
      <EmptyState icon={CloudOff} title={t('manager.list.failed')}>
        <Button onClick={list.retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  if (filters.length > 0)
    return (
      <EmptyState icon={SearchX} title={t('manager.list.noMatch')}>
        <Button onClick={clear({ filters: [] })}>{t('manager.filters.clear')}</Button>
      </EmptyState>
    );
  if (searchTerm !== '')
    return (
      <EmptyState icon={SearchX} title={t('manager.list.noResults')}>
        <Button onClick={clear({ searchTerm: '' })}>{t('manager.list.clearSearch')}</Button>
      </EmptyState>
    );
  return <EmptyState icon={Inbox} title={labels.message(list.resource, 'empty')} />;
}
