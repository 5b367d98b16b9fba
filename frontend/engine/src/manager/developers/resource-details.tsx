import type { DeveloperOverview, ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { withCode } from '#frontend/shell/developers/with-code.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { formatNumber } from '../numbers.ts';
import { Jobs, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { Code, DataTable, formatSize, Section, TableSection } from './section.tsx';

/** Renders the result of one entry. */
export function ResourceDetails({ name, overview }: { name: string; overview: DeveloperOverview }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['developers', name],
    queryFn: async () => (await api.developers.resource({ params: { name } })).body,
    staleTime: 0,
  });
  return (
    <Section title={name}>
      {isError && <p role="alert">{t('developers.page.failed')}</p>}
      {!data && !isError && <Skeleton block="20rem" />}
      {data && <Report report={data} />}
      <Statements
        isInner
        title={t('developers.page.statements.of', { name })}
        statements={overview.statements.filter(({ resources }) => resources.includes(name))}
      />
      <Jobs
        isInner
        title={t('developers.page.jobs.of', { name })}
        jobs={overview.jobs.filter(({ resource }) => resource === name)}
        schedules={overview.schedules.filter(({ queue }) => queue.startsWith(`${name}-`))}
      />
    </Section>
  );
}

function Report({ report }: { report: ResourceReport }) {
  const { t } = useTranslation();
  const [endpoints, pages] = [t('developers.page.entry.endpoints'), t('developers.page.entry.pages')];
  return (
    <>
      <Tables tables={report.tables} />
      <Rights rights={report.rights} />
      <TableSection
        isInner
        title={endpoints}
        heads={[
          t('developers.page.entry.method'),
          t('developers.page.entry.path'),
          t('developers.page.entry.purpose'),
        ]}
        rows={report.endpoints.map(({ method, path, summary }) => [
          `${method} ${path}`,
          method,
          <Code key={path}>{path}</Code>,
          <bdi key={summary}>{summary}</bdi>,
        ])}
      />
      <TableSection
        isInner
        title={pages}
        heads={[t('developers.page.entry.address'), t('developers.page.entry.module')]}
        rows={report.pages.map(({ address, component }) => [
          `${address} ${component}`,
          /^[^: ]+$/.test(address) ? (
            <AppLink key={address} to={address} dir="ltr">
              {address}
            </AppLink>
          ) : (
            <bdi key={address}>{address}</bdi>
          ),
          <Code key={component}>{component}</Code>,
        ])}
      />
      <MissingTexts missing={report.missingTexts} />
      <Section isInner title={t('developers.page.entry.schema')}>
        <Schema title={t('developers.page.entry.item')} schema={report.schemas.item} />
        <Schema title={t('developers.page.entry.create')} schema={report.schemas.create} />
      </Section>
    </>
  );
}

const Schema = ({ title, schema }: { title: string; schema: unknown }) => (
  <details>
    <summary>{title}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard */}
    <pre className={styles.wide} tabIndex={0} dir="ltr">
      {JSON.stringify(schema, null, 2)}
    </pre>
  </details>
);

function Tables({ tables }: { tables: ResourceReport['tables'] }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return tables.map(({ name, rows, bytes, columns, indexes }) => {
    const [table, indexed] = [
      t('developers.page.entry.table', { name }),
      t('developers.page.entry.indexes', { name }),
    ];
    const sizes = { rows: formatNumber(language, rows), size: formatSize(language, bytes) };
    return (
      <Fragment key={name}>
        <Section isInner title={table}>
          <p className={styles.soft}>{t('developers.page.entry.size', sizes)}</p>
          <DataTable
            title={table}
            heads={[
              t('developers.page.entry.column'),
              t('developers.page.entry.type'),
              t('developers.page.entry.nullable'),
              t('developers.page.entry.default'),
            ]}
            rows={columns.map((column) => [
              column.name,
              <Code key="name">{column.name}</Code>,
              <Code key="type">{column.type}</Code>,
              t(`developers.page.entry.${column.isNullable ? 'yes' : 'no'}`),
              column.default && <Code key="default">{column.default}</Code>,
            ])}
          />
        </Section>
        <TableSection
          isInner
          title={indexed}
          heads={[{ figures: t('developers.page.resources.size') }, t('developers.page.entry.definition')]}
          rows={indexes.map((index) => [
            index.name,
            formatSize(language, index.bytes),
            <Code key={index.name}>{index.definition}</Code>,
          ])}
        />
      </Fragment>
    );
  });
}

function Rights({ rights }: { rights: ResourceReport['rights'] }) {
  const { t } = useTranslation();
  const actions = Object.keys(rights[0]?.actions ?? {});
  const title = t('developers.page.entry.rights');
  return (
    <TableSection
      isInner
      title={title}
      heads={[
        t('developers.page.entry.role'),
        ...actions,
        t('developers.page.entry.unreadable'),
        t('developers.page.entry.unwritable'),
      ]}
      rows={rights.map(({ role, actions: allowed, unreadable, unwritable }) => [
        role,
        role,
        ...actions.map((action) => allowed[action]),
        unreadable.join(', '),
        unwritable.join(', '),
      ])}
    >
      <p className={styles.soft}>{withCode(t('developers.page.entry.some'))}</p>
    </TableSection>
  );
}

function MissingTexts({ missing }: { missing: ResourceReport['missingTexts'] }) {
  const { t } = useTranslation();
  const title = t('developers.page.entry.missing');
  return (
    <TableSection
      isInner
      title={title}
      heads={[
        t('developers.page.entry.language'),
        t('developers.page.entry.keys', { file: '`manager.json`' }),
      ]}
      rows={missing.flatMap(({ language, keys }) =>
        keys.length > 0 ? [[language, language, keys.join(', ')] as const] : [],
      )}
    />
  );
}
