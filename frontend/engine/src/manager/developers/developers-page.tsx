import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { isHidden, storeHidden } from '#frontend/shell/developers/first-steps-space.tsx';
import { withCode } from '#frontend/shell/developers/with-code.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Page } from '../layout/page.tsx';
import { formatNumber } from '../numbers.ts';
import { Jobs, Mails, Statements } from './activity.tsx';
import styles from './developers.module.css';
import { MISSING_TEXTS, ResourceDetails } from './resource-details.tsx';
import { formatSize, Section, TableSection } from './section.tsx';

/** Renders the results of the entries, and the latest activity of the server. For developers. */
export function Component() {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  const name = searchParams.get('resource');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['developers'],
    queryFn: async () => (await api.developers.overview()).body,
    staleTime: 0,
  });
  const isKnown = data?.resources.some((resource) => resource.name === name);
  return (
    <Page
      title={t('manager.menu.developers')}
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          {t('developers.page.refresh')}
        </Button>
      }
    >
      <div className={styles.page}>
        <p className={styles.intro}>
          <span>{withCode(t('developers.page.intro'))}</span>
          <a href="/docs/README.md">{t('developers.page.documentation')}</a>
          <a href="/api/docs">{t('manager.menu.apiDocumentation')}</a>
          <a href="/outbox">{t('developers.page.outbox')}</a>
          {isHidden() && (
            <AppLink to="/manager/dashboard" onClick={() => storeHidden(false)}>
              {t('developers.page.firstSteps')}
            </AppLink>
          )}
        </p>
        {isError && <p role="alert">{t('developers.page.failed')}</p>}
        {!data && !isError && <Skeleton block="20rem" />}
        {data && (
          <>
            <ViewAs accounts={data.accounts} />
            <ResourceTable resources={data.resources} current={name} />
            {name && isKnown && <ResourceDetails key={name} name={name} overview={data} />}
            {name && !isKnown && <p role="alert">{t('developers.page.unknown', { name })}</p>}
            {!isKnown && (
              <>
                <Statements statements={data.statements} title={t('developers.page.statements.title')} />
                <Mails mails={data.mails} />
                <Jobs jobs={data.jobs} schedules={data.schedules} title={t('developers.page.jobs.title')} />
              </>
            )}
          </>
        )}
      </div>
    </Page>
  );
}

interface ResourceTableProps {
  resources: DeveloperOverview['resources'];
  /** The name of the resource whose details are shown. */
  current: string | null;
}

/** Renders all resources, each as a link to its details. */
function ResourceTable({ resources, current }: ResourceTableProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const title = t('developers.page.resources.title');
  return (
    <TableSection
      title={title}
      heads={[
        t('developers.page.resources.resource'),
        t('developers.page.resources.table'),
        { figures: t('developers.page.resources.rows') },
        { figures: t('developers.page.resources.size') },
        { figures: t('developers.page.resources.endpoints') },
        { figures: t('developers.page.resources.missing') },
      ]}
      none={t('developers.page.resources.none')}
      rows={resources.map(({ name, table, rows, bytes, endpoints, missingTexts }) => [
        name,
        <AppLink
          key={name}
          to={`/manager/developers?resource=${name}`}
          aria-current={name === current || undefined}
        >
          {name}
        </AppLink>,
        table,
        formatNumber(language, rows),
        formatSize(language, bytes),
        formatNumber(language, endpoints),
        missingTexts > 0 ? (
          <AppLink key="missing" to={`/manager/developers?resource=${name}#${MISSING_TEXTS}`}>
            {formatNumber(language, missingTexts)}
          </AppLink>
        ) : (
          formatNumber(language, 0)
        ),
      ])}
    />
  );
}

type Account = DeveloperOverview['accounts'][number];

/**
 * Renders a button per role beside its account, and one for anonymous visitors, which opens the product as
 * they see it.
 */
function ViewAs({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation();
  const taken = accounts.filter(({ state }) => state === 'taken');
  const missing = accounts.filter(({ state }) => state === 'missing');
  return (
    <Section title={t('developers.page.see.title')}>
      <ul className={styles.roles}>
        {accounts
          .filter(({ state }) => state !== 'taken')
          .map(({ role, email }) => (
            <li key={role}>
              <RoleButton name={role} />
              <bdi>{email}</bdi>
            </li>
          ))}
        <li>
          <RoleButton name="public" />
          <span>{t('developers.page.see.signedOut')}</span>
        </li>
      </ul>
      <ul className={styles.soft}>
        <li>{t('developers.page.see.text')}</li>
        {missing.length > 0 && <li>{t('developers.page.see.missing', { accounts: addresses(missing) })}</li>}
        {taken.length > 0 && <li>{t('developers.page.see.taken', { accounts: addresses(taken) })}</li>}
        <li>{t('developers.page.see.one')}</li>
      </ul>
    </Section>
  );
}

const addresses = (accounts: readonly Account[]) =>
  accounts.map(({ role, email }) => `${role} (${email})`).join(', ');

function RoleButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  async function view() {
    setBusy(true);
    try {
      await api.developers.viewAs({ body: { role: name } });
      // A full page load discards all data that was loaded as the admin; the server finds the page of the
      // role.
      location.assign('/login');
    } catch (error) {
      setBusy(false);
      await notifyError(error, t('developers.page.see.failed', { role: name }));
    }
  }
  return (
    <Button busy={isBusy} onClick={view}>
      {name}
    </Button>
  );
}
