import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { formatDate, formatDateTime, formatTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LocalTime } from '../local-time.tsx';
import type { ManagerRecord } from '../resource.ts';
import { ApiKeyLink, useAuthor } from './author.tsx';
import { ChangeLine, withDayTitles } from './change-line.tsx';
import { batchAddress, UndoneBadge } from './change-sentence.tsx';
import styles from './history.module.css';
import { mayUndoOf } from './undo.ts';
import { UndoButton } from './undo-button.tsx';

interface HistoryChangesProps {
  readonly changes: readonly HistoryChange[];
  readonly record: ShownRecord;
}

/** The record whose history is shown. */
interface ShownRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly label: string;
  /** Undefined if it no longer exists. */
  readonly item: ManagerRecord | undefined;
}

/** Renders the history of a record by day: who made each change, when, and the values before and after. */
export function HistoryChanges({ changes, record }: HistoryChangesProps) {
  const { language } = useLanguage();
  const isHydrated = useHydrated();
  const days = withDayTitles(changes, isHydrated ? language : undefined);
  return (
    <ol className={styles.changes}>
      {days.map(({ item, day }) => (
        <Change
          key={item.id}
          change={item}
          day={day}
          record={record}
          isNewest={item === changes[0]}
          isOldest={item === changes.at(-1)}
        />
      ))}
    </ol>
  );
}

const timeOfDay = (...time: Parameters<typeof formatTime>) => [formatTime(...time)];

interface ChangeProps {
  readonly change: HistoryChange;
  /** The title of its day, if it is the first change of the day; empty if it is unknown. */
  readonly day: string | undefined;
  readonly record: ShownRecord;
  readonly isNewest: boolean;
  readonly isOldest: boolean;
}

function Change({ change, day, record, isNewest, isOldest }: ChangeProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const author = useAuthor()(change);
  const { resource, id, label, item } = record;
  // The page of a deleted record offers to restore it above.
  const isUndoable = item !== undefined && mayUndoOf(resource, change, { item, isNewest });
  // A creation that is not the first change has restored a deleted record.
  const action = change.action === 'create' && !isOldest ? 'returned' : change.action;
  const hasFoot = change.batch !== null || change.apiKey !== null || change.undone || isUndoable;
  return (
    <li className={styles.change}>
      {day && (
        <h3 className={styles.day} data-exact={formatDate(language, change.at)}>
          <span>{day}</span>
        </h3>
      )}
      {day === '' && <div className={styles.day}>{'\u00a0'}</div>}
      <div className={styles.heading}>
        <Avatar name={author} />
        <h4>
          <bdi>{author}</bdi>
        </h4>
        <LocalTime className="text-muted" at={change.at} format={timeOfDay} title={formatDateTime} />
      </div>
      <div className={styles.words}>
        {action === 'update' ? (
          Object.entries(change.changes).map(([name, { before, after }]) => (
            <ChangeLine key={name} resource={resource} name={name} before={before} after={after} />
          ))
        ) : (
          <span>{t(`manager.changes.${action}`)}</span>
        )}
        {hasFoot && (
          <div className={styles.foot}>
            {change.apiKey && <ApiKeyLink apiKey={change.apiKey} />}
            {change.batch !== null && (
              <AppLink to={batchAddress(change.batch)}>{t('manager.changes.batch')}</AppLink>
            )}
            {change.undone && <UndoneBadge />}
            {isUndoable && (
              <UndoButton resource={resource} recordId={id} label={label} change={change}>
                {t('manager.changes.undo')}
              </UndoButton>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
