import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { formatNumber } from '../numbers.ts';
import styles from './developers.module.css';
import { Code, DataTable, formatMilliseconds, formatTimestamp, TableSection } from './section.tsx';

/** The number of statements in a table: at first, and in all. */
const FIRST = 5;
const MOST = 50;

interface StatementsProps extends Pick<DeveloperOverview, 'statements'> {
  title: string;
  id?: string;
  isInner?: boolean;
}

/** Renders the statements that took the longest in total since the server started. */
export function Statements({ statements, title, id, isInner = false }: StatementsProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const total = Math.min(statements.length, MOST);
  return (
    <TableSection
      title={title}
      id={id}
      isInner={isInner}
      isStacked
      heads={[
        { figures: t('developers.page.statements.total') },
        { figures: t('developers.page.statements.longest') },
        { figures: t('developers.page.statements.times') },
        t('developers.page.statements.statement'),
      ]}
      none={t('developers.page.statements.none')}
      rows={statements
        .slice(0, isOpen ? MOST : FIRST)
        .map(({ sql, count, totalMs, longestMs }) => [
          sql,
          formatMilliseconds(language, totalMs),
          formatMilliseconds(language, longestMs),
          formatNumber(language, count),
          <Statement key={sql} sql={sql} />,
        ])}
    >
      {!isOpen && total > FIRST && (
        <p>
          <Button onClick={() => setOpen(true)}>
            {t('developers.page.statements.all', { total: formatNumber(language, total) })}
          </Button>
        </p>
      )}
    </TableSection>
  );
}

/** Renders the first line of a statement; all of it when it is opened. */
const Statement = ({ sql }: { sql: string }) => (
  <details className={styles.statement}>
    <summary>
      <Code>{sql}</Code>
    </summary>
  </details>
);

/** Renders the latest emails; their texts are in the outbox. */
export function Mails({ mails }: Pick<DeveloperOverview, 'mails'>) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const title = t('developers.page.mails.title');
  return (
    <TableSection
      title={title}
      heads={[
        t('developers.page.mails.sent'),
        t('developers.page.mails.to'),
        t('developers.page.mails.subject'),
      ]}
      none={t('developers.page.mails.none')}
      rows={mails.map(({ to, subject, sentAt }) => [
        `${sentAt} ${to}`,
        formatTimestamp(language, sentAt),
        <bdi key={to}>{to}</bdi>,
        <bdi key={subject}>{subject}</bdi>,
      ])}
    />
  );
}

interface JobsProps extends Pick<DeveloperOverview, 'jobs' | 'schedules'> {
  title: string;
  id?: string;
  isInner?: boolean;
}

/** Renders the latest jobs, and the schedules of jobs. */
export function Jobs({ jobs, schedules, title, id, isInner = false }: JobsProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <TableSection
      title={title}
      id={id}
      isInner={isInner}
      heads={[
        t('developers.page.jobs.added'),
        t('developers.page.jobs.queue'),
        t('developers.page.jobs.state'),
        t('developers.page.jobs.ended'),
        t('developers.page.jobs.error'),
      ]}
      none={t('developers.page.jobs.none')}
      rows={jobs.map(({ id, queue, state, createdOn, completedOn, error }) => [
        id,
        formatTimestamp(language, createdOn),
        <Code key="queue">{queue}</Code>,
        <Code key="state">{state}</Code>,
        completedOn && formatTimestamp(language, completedOn),
        error && <bdi key="error">{error}</bdi>,
      ])}
    >
      {schedules.length > 0 && (
        <DataTable
          title={t('developers.page.jobs.schedules')}
          heads={[
            t('developers.page.jobs.queue'),
            t('developers.page.jobs.startsAt'),
            t('developers.page.jobs.timeZone'),
          ]}
          rows={schedules.map(({ queue, cron, timeZone }) => [
            queue,
            <Code key={queue}>{queue}</Code>,
            <Code key={cron}>{cron}</Code>,
            timeZone,
          ])}
        />
      )}
    </TableSection>
  );
}
