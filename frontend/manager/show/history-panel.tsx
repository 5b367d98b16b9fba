import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/resources/history.ts';
import type { Resource } from '#contract/schema/index.ts';
import { readable } from '#contract/schema/names.ts';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { http } from '../../http/http.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import styles from './history-panel.module.css';

/** Renders the history of a record: who changed what, and when. */
export function HistoryPanel({ resource, item }: { resource: Resource; item: ManagerRecord }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    // The key contains the time of the last change, so that each change refetches the history.
    queryKey: ['history', resource.name, item.id, item.updatedAt],
    queryFn: async () => (await http.get<HistoryEntry[]>(`/api/${resource.name}/${item.id}/history`)).data,
  });
  return (
    <section className={styles.panel} aria-labelledby="history">
      <h2 id="history">{t('manager.history.title')}</h2>
      {isError && (
        <>
          <p role="alert">{t('manager.history.failed')}</p>
          <Button onClick={() => refetch()}>{t('common.tryAgain')}</Button>
        </>
      )}
      {!data && !isError && <Skeleton block="8rem" />}
      {data?.length === 0 && <p className={styles.soft}>{t('manager.history.none')}</p>}
      {data && data.length > 0 && (
        <ol className={styles.entries}>
          {data.map((entry) => (
            <Entry key={entry.id} resource={resource} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ resource, entry }: { resource: Resource; entry: HistoryEntry }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const actor = entry.actor?.label ?? t('manager.history.somebody');
  return (
    <li>
      <p>{t(`manager.history.${entry.action}`, { actor })}</p>
      <time className={styles.soft} dateTime={entry.at}>
        {formatDateTime(language, entry.at)}
      </time>
      {entry.action === 'update' && (
        <ul className={styles.changes}>
          {Object.entries(entry.changes).map(([name, change]) => (
            <Change key={name} resource={resource} name={name} {...change} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface ChangeProps {
  resource: Resource;
  name: string;
  before: unknown;
  after: unknown;
}

/**
 * Renders a field before and after a change. The field may have been removed from resources.config.ts, or be
 * an event.
 */
function Change({ resource, name, before, after }: ChangeProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const field = resource.fields[name];
  const value = (side: unknown) => {
    if (side === null || side === undefined)
      return <span className={styles.soft}>{t('manager.show.notSet')}</span>;
    if (!field) return typeof side === 'boolean' ? yesNo(side) : String(side);
    const { Show } = fieldComponents(field.kind);
    return <Show resource={resource} field={field} value={side} />;
  };
  const yesNo = (yes: boolean) => t(yes ? 'manager.boolean.yes' : 'manager.boolean.no');
  return (
    <li>
      <span className={styles.soft}>{labels.field(resource, field ?? { name, title: readable(name) })}</span>
      <del>{value(before)}</del>
      <ins>{value(after)}</ins>
    </li>
  );
}
