import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { DataTable, momentOf, Section } from './section.tsx';

const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** The number of statements in a table. */
const SHOWN = 50;

interface StatementsProps extends Pick<DeveloperOverview, 'statements'> {
  title: string;
  isInner?: boolean;
}

/** Renders the statements that took the longest in total since the server started. */
export function Statements({ statements, title, isInner = false }: StatementsProps) {
  return (
    <Section title={title} isInner={isInner}>
      <DataTable
        isStacked
        label={title}
        heads={['Total', 'Longest', 'Times', 'Statement']}
        none="None has run since the server started."
        rows={statements
          .slice(0, SHOWN)
          .map(({ sql, count, totalMs, longestMs }) => [
            sql,
            milliseconds(totalMs),
            milliseconds(longestMs),
            count,
            <code key={sql}>{sql}</code>,
          ])}
      />
    </Section>
  );
}

/** Renders the latest emails; their texts are in the outbox. */
export function Mails({ mails }: Pick<DeveloperOverview, 'mails'>) {
  return (
    <Section title="Last mails">
      <DataTable
        label="Last mails"
        heads={['Sent', 'To', 'Subject']}
        none="No mail has been sent since the server started."
        rows={mails.map(({ to, subject, sentAt }) => [
          `${sentAt} ${to}`,
          momentOf(sentAt),
          <bdi key={to}>{to}</bdi>,
          <bdi key={subject}>{subject}</bdi>,
        ])}
      />
    </Section>
  );
}

interface JobsProps extends Pick<DeveloperOverview, 'jobs' | 'schedules'> {
  title: string;
  isInner?: boolean;
}

/** Renders the latest jobs, and the schedules of jobs. */
export function Jobs({ jobs, schedules, title, isInner = false }: JobsProps) {
  return (
    <Section title={title} isInner={isInner}>
      <DataTable
        label={`Last of: ${title}`}
        heads={['Added', 'Queue', 'State', 'Ended', 'Error']}
        none="No job has been added within a week."
        rows={jobs.map(({ id, queue, state, createdOn, completedOn, error }) => [
          id,
          momentOf(createdOn),
          queue,
          state,
          completedOn && momentOf(completedOn),
          error,
        ])}
      />
      {schedules.length > 0 && (
        <DataTable
          label={`Schedules of: ${title}`}
          heads={['Queue', 'Starts at', 'Time zone']}
          none=""
          rows={schedules.map(({ queue, cron, timeZone }) => [
            queue,
            queue,
            <code key={cron}>{cron}</code>,
            timeZone,
          ])}
        />
      )}
    </Section>
  );
}
