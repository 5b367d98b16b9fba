import type { DeveloperOverview, ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Jobs, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { DataTable, rowsOf, Section, sizeOf } from './section.tsx';

/** Renders the result of one entry. */
export function ResourceDetails({ name, overview }: { name: string; overview: DeveloperOverview }) {
  const { data, isError } = useQuery({
    queryKey: ['developers', name],
    queryFn: async () => (await api.developers.resource({ params: { name } })).body,
    staleTime: 0,
  });
  return (
    <Section title={name}>
      {isError && <p role="alert">The server has not answered.</p>}
      {!data && !isError && <Skeleton block="20rem" />}
      {data && <Report report={data} />}
      <Statements
        isInner
        title={`Slowest statements of ${name}`}
        statements={overview.statements.filter(({ resources }) => resources.includes(name))}
      />
      <Jobs
        isInner
        title={`Jobs of ${name}`}
        jobs={overview.jobs.filter(({ resource }) => resource === name)}
        schedules={overview.schedules.filter(({ queue }) => queue.startsWith(`${name}-`))}
      />
    </Section>
  );
}

function Report({ report }: { report: ResourceReport }) {
  return (
    <>
      <Tables tables={report.tables} />
      <Rights rights={report.rights} />
      <Section isInner title="Endpoints">
        <DataTable
          label="Endpoints"
          heads={['Method', 'Path', 'For']}
          none="It has none."
          rows={report.endpoints.map(({ method, path, summary }) => [
            `${method} ${path}`,
            method,
            <code key={path}>{path}</code>,
            summary,
          ])}
        />
      </Section>
      <Section isInner title="Pages">
        <DataTable
          label="Pages"
          heads={['Address', 'Module in frontend/']}
          none="It has none."
          rows={report.pages.map(({ address, component }) => [
            `${address} ${component}`,
            /^[^: ]+$/.test(address) ? (
              <AppLink key={address} to={address}>
                {address}
              </AppLink>
            ) : (
              address
            ),
            <code key={component}>{component}</code>,
          ])}
        />
      </Section>
      <MissingTexts missing={report.missingTexts} />
      <Section isInner title="Schema">
        {Object.entries({ 'A record': report.schemas.item, 'A new record': report.schemas.create }).map(
          ([title, schema]) => (
            <details key={title}>
              <summary>{title}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard */}
              <pre className={styles.wide} tabIndex={0}>
                {JSON.stringify(schema, null, 2)}
              </pre>
            </details>
          ),
        )}
      </Section>
    </>
  );
}

function Tables({ tables }: { tables: ResourceReport['tables'] }) {
  return tables.map(({ name, rows, bytes, columns, indexes }) => (
    <Fragment key={name}>
      <Section isInner title={`Table ${name}`}>
        <p className={styles.soft}>{`${rowsOf(rows)} rows, ${sizeOf(bytes)} with its indexes`}</p>
        <DataTable
          label={`Columns of ${name}`}
          heads={['Column', 'Type', 'Null', 'Default or expression']}
          none="It has no columns."
          rows={columns.map((column) => [
            column.name,
            <code key={column.name}>{column.name}</code>,
            column.type,
            column.isNullable ? 'yes' : 'no',
            column.default && <code key="default">{column.default}</code>,
          ])}
        />
      </Section>
      <Section isInner title={`Indexes of ${name}`}>
        <DataTable
          label={`Indexes of ${name}`}
          heads={['Size', 'Definition']}
          none="It has no indexes."
          rows={indexes.map((index) => [
            index.name,
            sizeOf(index.bytes),
            <code key={index.name}>{index.definition}</code>,
          ])}
        />
      </Section>
    </Fragment>
  ));
}

function Rights({ rights }: { rights: ResourceReport['rights'] }) {
  const actions = Object.keys(rights[0]?.actions ?? {});
  return (
    <Section isInner title="Rights">
      <DataTable
        label="Rights"
        heads={['Role', ...actions, 'Cannot read', 'Reads, cannot write']}
        none="There are no roles."
        rows={rights.map(({ role, actions: allowed, unreadable, unwritable }) => [
          role,
          role,
          ...actions.map((action) => allowed[action]),
          unreadable.join(', '),
          unwritable.join(', '),
        ])}
      />
      <p className={styles.soft}>
        “some”: the records that <code>where</code> leaves it. See <code>docs/roles.md#records</code>.
      </p>
    </Section>
  );
}

function MissingTexts({ missing }: { missing: ResourceReport['missingTexts'] }) {
  return (
    <Section isInner title="Missing texts">
      <DataTable
        label="Missing texts"
        heads={['Language', 'Keys of manager.json']}
        none="None."
        rows={missing.flatMap(({ language, keys }) =>
          keys.length > 0 ? [[language, language, keys.join(', ')] as const] : [],
        )}
      />
    </Section>
  );
}
