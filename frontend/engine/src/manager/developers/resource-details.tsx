import type { DeveloperOverview, ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { CopyButton } from '#frontend/shell/developers/code-block.tsx';
import { withCode } from '#frontend/shell/developers/with-code.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import page from '../layout/page.module.css';
import { formatNumber } from '../numbers.ts';
import { Jobs, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { Code, DataTable, formatSize, Section, TableSection } from './section.tsx';

/** The fragment of the address of the missing texts. */
export const MISSING_TEXTS = 'missing-texts';

/** Renders the result of one entry, below links to its parts. */
export function ResourceDetails({ name, overview }: { name: string; overview: DeveloperOverview }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const { data, isError } = useQuery({
    queryKey: ['developers', name],
    queryFn: async () => (await api.developers.resource({ params: { name } })).body,
    staleTime: 0,
  });
  // The parts are not there when the browser looks for the fragment of a link from elsewhere.
  useEffect(() => {
    if (data && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [data, hash]);
  return (
    <Section title={name}>
      <Contents name={name} />
      {isError && <p role="alert">{t('developers.page.failed')}</p>}
      {!data && !isError && <Skeleton block="20rem" />}
      {data && <Report report={data} />}
      <Statements
        isInner
        id="statements"
        title={t('developers.page.statements.of', { name })}
        statements={overview.statements.filter(({ resources }) => resources.includes(name))}
      />
      <Jobs
        isInner
        id="jobs"
        title={t('developers.page.jobs.of', { name })}
        jobs={overview.jobs.filter(({ resource }) => resource === name)}
        schedules={overview.schedules.filter(({ queue }) => queue.startsWith(`${name}-`))}
      />
    </Section>
  );
}

/** Renders links to the parts of a result. */
function Contents({ name }: { name: string }) {
  const { t } = useTranslation();
  const parts = [
    ['table', t('developers.page.entry.table', { name })],
    ['indexes', t('developers.page.entry.indexes', { name })],
    ['rights', t('developers.page.entry.rights')],
    ['endpoints', t('developers.page.entry.endpoints')],
    ['pages', t('developers.page.entry.pages')],
    [MISSING_TEXTS, t('developers.page.entry.missing')],
    ['schema', t('developers.page.entry.schema')],
    ['statements', t('developers.page.statements.of', { name })],
    ['jobs', t('developers.page.jobs.of', { name })],
  ];
  return (
    <nav aria-label={t('developers.page.entry.contents')}>
      <ul className={styles.contents}>
        {parts.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
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
        id="endpoints"
        title={endpoints}
        heads={[
          t('developers.page.entry.method'),
          t('developers.page.entry.path'),
          t('developers.page.entry.purpose'),
        ]}
        rows={report.endpoints.map(({ method, path, summary }) => [
          `${method} ${path}`,
          <span key="method" className={styles.method} data-method={method} dir="ltr">
            {method}
          </span>,
          <Code key={path}>{path}</Code>,
          <bdi key={summary}>{summary}</bdi>,
        ])}
      />
      <TableSection
        isInner
        id="pages"
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
      <Section isInner id="schema" title={t('developers.page.entry.schema')}>
        <Schema title={t('developers.page.entry.item')} schema={report.schemas.item} />
        <Schema title={t('developers.page.entry.create')} schema={report.schemas.create} />
      </Section>
    </>
  );
}

const Schema = ({ title, schema }: { title: string; schema: unknown }) => (
  <details className={`${page.disclosure} ${styles.fold}`}>
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
  return tables.map(({ name, rows, bytes, columns, indexes }, place) => {
    // Links lead to the table of the resource, which is the first.
    const idOf = (part: string) => (place === 0 ? part : undefined);
    const [table, indexed] = [
      t('developers.page.entry.table', { name }),
      t('developers.page.entry.indexes', { name }),
    ];
    const sizes = { rows: formatNumber(language, rows), size: formatSize(language, bytes) };
    return (
      <Fragment key={name}>
        <Section isInner id={idOf('table')} title={table}>
          <p className="text-muted">{t('developers.page.entry.size', sizes)}</p>
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
          id={idOf('indexes')}
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
      id="rights"
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
      <p className="text-muted">{withCode(t('developers.page.entry.some'))}</p>
    </TableSection>
  );
}

function MissingTexts({ missing }: { missing: ResourceReport['missingTexts'] }) {
  const { t } = useTranslation();
  const title = t('developers.page.entry.missing');
  const rows = missing.filter(({ keys }) => keys.length > 0);
  return (
    <TableSection
      isInner
      id={MISSING_TEXTS}
      title={title}
      heads={[
        t('developers.page.entry.language'),
        t('developers.page.entry.lines'),
        t('developers.page.entry.keys', { file: '`manager.json`' }),
      ]}
      rows={rows.map(({ language, keys }) => [
        language,
        language,
        <CopyButton key="lines" text={localeLines(keys)} />,
        keys.join(', '),
      ])}
    >
      {rows.length > 0 && <p className="text-muted">{withCode(t('developers.page.entry.texts'))}</p>}
    </TableSection>
  );
}

/** The lines of a locale file: nested texts. */
interface Lines {
  [name: string]: string | Lines;
}

/** Returns the lines that add keys to a locale file, with empty texts. */
export function localeLines(keys: readonly string[]): string {
  const lines: Lines = {};
  for (const key of keys) {
    const names = key.split('.');
    let part = lines;
    for (const name of names.slice(0, -1)) {
      part[name] ??= {};
      part = part[name] as Lines;
    }
    part[names.at(-1)!] = '';
  }
  return JSON.stringify(lines, null, 2);
}
