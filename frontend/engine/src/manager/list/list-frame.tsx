import { listCall, PAGE_SIZE, PAGE_SIZES } from '@bindery/contract/records/resources/list-address.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import select from '#frontend/shell/components/select.module.css';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { QuickEdit } from '../form/quick-edit.tsx';
import { useLabels } from '../labels.ts';
import { rememberList } from '../last-list.ts';
import { Page } from '../layout/page.tsx';
import { formatNumber, formatTotal } from '../numbers.ts';
import { LoadMoreButton } from '../refine/load-more-button.tsx';
import { addresses, useResource } from '../resource.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';
import { SaveViewProvider } from './views/save-view-place.tsx';

interface ListFrameProps {
  readonly list: List;
  /** Links and buttons next to the heading. */
  readonly actions?: ReactNode;
  /** The parts of the page, one below the other. */
  readonly children: ReactNode;
}

/** Renders the page of a list around its parts: the heading, and the drawer that edits a record. */
export function ListFrame({ list, actions, children }: ListFrameProps) {
  const labels = useLabels();
  const { language } = useLanguage();
  const { resource, items, more, loadMore, address, total, exact, next } = list;
  useEffect(() => {
    const call = listCall(resource, { address, size: address.size ?? PAGE_SIZE });
    rememberList({ resource: resource.name, ids: items.map(({ id }) => id), total, exact, call, next });
  }, [resource, items, address, total, exact, next]);
  return (
    <Page title={labels.plural(resource)} description={labels.description(resource)} actions={actions}>
      <section className={styles.list} aria-label={labels.plural(resource)} data-full-width>
        <SaveViewProvider>{children}</SaveViewProvider>
      </section>
      <QuickEdit
        resource={resource}
        items={items}
        total={formatTotal(language, { total, exact })}
        onNearEnd={more === 'there' ? loadMore : undefined}
      />
    </Page>
  );
}

/** Renders the link to the page of a new record, if the user may create one. */
export function CreateLink() {
  const labels = useLabels();
  const resource = useResource();
  if (!may(resource.singular, 'create')) return null;
  return (
    <AppLink className={buttonClass('primary', styles.create)} to={addresses.create(resource.name)}>
      <Plus size={18} aria-hidden="true" />
      {labels.message(resource, 'new')}
    </AppLink>
  );
}

/** Renders how many of the rows are loaded, and the button that loads the next page. */
export function LoadMore({ list }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const done = formatNumber(language, list.items.length);
  return (
    <div className={styles.more}>
      <LoadMoreButton list={list} rowAt={(index) => `tbody [data-index="${index}"]`}>
        <span>{t('manager.progress', { done, total: formatTotal(language, list) })}</span>
      </LoadMoreButton>
      <PageSize list={list} />
    </div>
  );
}

/** Renders the choice of the page size; nothing for a list without further rows. */
function PageSize({ list: { address, total, state, ask } }: { list: List }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  if (state !== 'ready' || total <= PAGE_SIZE) return null;
  return (
    <label className={styles.size}>
      {t('manager.rows.perPage')}
      <select
        className={select.select}
        value={address.size ?? PAGE_SIZE}
        onChange={({ target }) => ask({ size: Number(target.value) })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {formatNumber(language, size)}
          </option>
        ))}
      </select>
    </label>
  );
}
