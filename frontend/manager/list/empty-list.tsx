import { CloudOff, Inbox, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useLabels } from '../labels.ts';
import type { List } from './use-list.ts';

/** What stands in place of the rows when there are none, with what may be done about it. */
export function EmptyList({ list }: { list: List }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { searchTerm, filters } = list.address;
  const clear = (change: Partial<typeof list.address>) => () => {
    list.ask(change);
    // The button goes away with what it cleared.
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
