import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { formatDate, formatDateTime, formatTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LocalTime } from '../local-time.tsx';
import type { ManagerRecord } from '../resource.ts';
import { ApiKeyLink, useAuthor } from './author.tsx';
import { ChangeLine, withDayTitles } from './change-line.tsx';
import { UndoneBadge } from './change-sentence.tsx';
import styles from './history.module.css';
import { mayUndo } from './undo.ts';

interface HistoryChangesProps {
  readonly changes: readonly HistoryChange[];
  readonly record: ShownRecord;
}

/** Renders the history of a record: the values before and after each change, by day, user and time. */
export function HistoryChanges({ changes, record }: HistoryChangesProps) {
  const { language } = useLanguage();
  const isHydrated = useHydrated();
  const timeOf = (group: ChangeGroup) => group.changes[0]?.at ?? '';
  const groups = withDayTitles(groupChanges(changes), isHydrated ? { language, timeOf } : { timeOf });
  return (
    <ol className={styles.groups}>
      {groups.map(({ item, day }) => (
        <HistoryGroup key={item.id} group={item} day={day} record={record} all={changes} />
      ))}
    </ol>
  );
}

const UndoDialog = lazyDialog(() => import('./undo-dialog.tsx'));

/** The record whose history is shown. */
interface ShownRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly label: string;
  /** Undefined if it no longer exists. */
  readonly item: ManagerRecord | undefined;
}

interface GroupProps {
  readonly group: ChangeGroup;
  /** The title of its day, if it is the first group of the day; empty if it is unknown. */
  readonly day: string | undefined;
  readonly record: ShownRecord;
  /** The whole history of the record, newest change first. */
  readonly all: readonly HistoryChange[];
}

/** Renders consecutive changes of one user. */
function HistoryGroup({ group: { changes }, day, record, all }: GroupProps) {
  const { language } = useLanguage();
  const author = useAuthor();
  const [newest] = changes;
  if (!newest) return null;
  return (
    <li className={styles.group}>
      {day && (
        <h3 className={styles.day} data-exact={formatDate(language, newest.at)}>
          <span>{day}</span>
        </h3>
      )}
      {day === '' && <div className={styles.day}>{'\u00a0'}</div>}
      <div className={styles.heading}>
        <Avatar name={author(newest)} />
        <h4>
          <bdi>{author(newest)}</bdi>
        </h4>
        <LocalTime className={styles.soft} at={newest.at} format={timeOfDay} title={formatDateTime} />
      </div>
      <ol className={styles.changes}>
        {changes.map((change) => (
          <Change
            key={change.id}
            change={change}
            record={record}
            isNewest={change === all[0]}
            isOldest={change === all.at(-1)}
            showsTime={minuteOf(change) !== minuteOf(newest)}
          />
        ))}
      </ol>
    </li>
  );
}

const timeOfDay = (...time: Parameters<typeof formatTime>) => [formatTime(...time)];

/** Returns the time of a change in the precision that is shown. */
const minuteOf = ({ at }: HistoryChange): string => at.slice(0, 'YYYY-MM-DDTHH:mm'.length);

interface ChangeProps {
  readonly change: HistoryChange;
  readonly record: ShownRecord;
  readonly isNewest: boolean;
  readonly isOldest: boolean;
  readonly showsTime: boolean;
}

function Change({ change, record, isNewest, isOldest, showsTime }: ChangeProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { resource, id, label, item } = record;
  const isUndoable = !change.undone && mayUndo(resource, change, { item, isNewest });
  // A creation that is not the first change has restored a deleted record.
  const action = change.action === 'create' && !isOldest ? 'returned' : change.action;
  const hasFoot = showsTime || change.batch !== null || change.apiKey !== null || change.undone;
  return (
    <li className={styles.change}>
      {action === 'update' ? (
        Object.entries(change.changes).map(([name, { before, after }]) => (
          <ChangeLine key={name} resource={resource} name={name} before={before} after={after} />
        ))
      ) : (
        <span>{t(`manager.changes.${action}`)}</span>
      )}
      {(hasFoot || isUndoable) && (
        <div className={styles.foot}>
          {showsTime && <LocalTime at={change.at} format={timeOfDay} />}
          {change.apiKey && <ApiKeyLink apiKey={change.apiKey} />}
          {change.batch !== null && (
            <AppLink to={`/manager/history?batch=${change.batch}`}>{t('manager.changes.batch')}</AppLink>
          )}
          {change.undone && <UndoneBadge />}
          {isUndoable && (
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
              {t('manager.changes.undo')}
            </Button>
          )}
        </div>
      )}
      {asks && (
        <UndoDialog
          resource={resource}
          recordId={id}
          label={label}
          change={change}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

/** Consecutive changes of one user, and with one API key if any, within some minutes, newest first. */
interface ChangeGroup {
  readonly id: string;
  readonly changes: readonly HistoryChange[];
}

/** The longest time between two changes of a group. */
const APART_MS = 10 * 60_000;

/** Groups changes, which are sorted newest first, by user, API key and time. */
export function groupChanges(changes: readonly HistoryChange[]): ChangeGroup[] {
  const groups: { id: string; changes: HistoryChange[] }[] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const newer = group?.changes.at(-1);
    if (group && newer && belongTogether(newer, change)) group.changes.push(change);
    else groups.push({ id: change.id, changes: [change] });
  }
  return groups;
}

const belongTogether = (newer: HistoryChange, older: HistoryChange): boolean =>
  newer.actor?.id === older.actor?.id &&
  newer.impersonator?.id === older.impersonator?.id &&
  newer.apiKey?.id === older.apiKey?.id &&
  Date.parse(newer.at) - Date.parse(older.at) <= APART_MS;
