import type { AuditChange } from '@bindery/contract/api/history.ts';
import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { withElements } from '../with-elements.tsx';
import styles from './author.module.css';

/** Returns the author of a change: the user, or the admin who impersonated the user. */
export function useAuthor(): (change: Pick<HistoryChange, 'actor' | 'impersonator'>) => string {
  const { t } = useTranslation();
  return ({ actor, impersonator }) => {
    const user = actor?.label ?? t('manager.history.somebody');
    return impersonator ? t('manager.changes.as', { admin: impersonator.label, user }) : user;
  };
}

/** What a change has done: its action, or that it has restored a deleted record. */
type Deed = HistoryChange['action'] | 'returned';

/**
 * Returns what a change has done, as far as the older ones among the changes of several records show it: a
 * creation after a deletion has restored the record.
 */
export function deedOf(change: AuditChange, changes: readonly AuditChange[]): Deed {
  if (change.action !== 'create') return change.action;
  const isDeletion = ({ action, recordId, at }: AuditChange) =>
    action === 'delete' && recordId === change.recordId && at <= change.at;
  return changes.some(isDeletion) ? 'returned' : 'create';
}

interface DidSentenceProps {
  readonly actor: string;
  readonly action: Deed;
  /** The record, or the number of records of a batch. */
  readonly record: ReactNode;
  readonly isBatch?: boolean;
}

/** Renders who did what to which record, or to how many, as a sentence in the page's language. */
export function DidSentence({ actor, action, record, isBatch = false }: DidSentenceProps) {
  const { t } = useTranslation();
  return (
    <span>
      {withElements((places) => t(`manager.${isBatch ? 'didTogether' : 'did'}.${action}`, places), {
        actor: <bdi>{actor}</bdi>,
        record: <span>{record}</span>,
      })}
    </span>
  );
}

/** The length from which a label has its own lines, so that it can be truncated. */
const LONG_LABEL = 80;

/** Renders the link to a record in such a sentence. */
export function RecordLink({ to, label }: { to: string; label: string }) {
  return (
    <AppLink to={to}>
      <bdi className={label.length > LONG_LABEL ? styles.long : undefined}>{label}</bdi>
    </AppLink>
  );
}

/** Renders the API key that a change was made with, as a link to all of its changes. */
export function ApiKeyLink({ apiKey: { id, name } }: { apiKey: NonNullable<HistoryChange['apiKey']> }) {
  const { t } = useTranslation();
  return <AppLink to={`/manager/history?apiKey=${id}`}>{t('manager.changes.apiKey', { name })}</AppLink>;
}
