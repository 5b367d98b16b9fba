import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../auth/session.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { buttonClass } from '../../components/button.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Page } from '../layout/page.tsx';
import { useLabels } from '../labels.ts';
import { OwnPage } from '../custom-page.tsx';
import { pagesOf } from '../overrides.ts';
import { addresses, onlyWith, useResource } from '../resource.ts';
import { Count } from './count.tsx';
import { Filters } from './filters.tsx';
import styles from './list-page.module.css';
import { LoadMore } from './load-more.tsx';
import { NothingThere } from './empty-list.tsx';
import { SortSelect } from './sort-select.tsx';
import { RowSkeletons, Table } from './table.tsx';
import { useList } from './use-list.ts';

export const loader = onlyWith('read');

/** The list of a resource: search it, narrow it, order it, walk through it, open a record. */
export function Component() {
  const resource = useResource();
  const { list } = pagesOf(resource.name);
  // A key, so that nothing typed into one list is carried over to the next.
  return list ? <OwnPage load={list} props={{}} /> : <GeneratedList key={resource.name} />;
}

function GeneratedList() {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const list = useList(resource);
  const actions = may(resource.singular, 'create') && (
    <AppLink className={buttonClass('primary')} to={addresses.create(resource.name)}>
      <Plus size={18} aria-hidden="true" />
      {labels.say(resource, 'new')}
    </AppLink>
  );
  return (
    <Page title={labels.plural(resource)} actions={actions}>
      <section className={styles.list} aria-label={labels.plural(resource)}>
        <div className={styles.tools}>
          {resource.search.length > 0 && (
            <SearchField
              className={styles.search}
              label={t('manager.list.search')}
              clearLabel={t('manager.list.clearSearch')}
              term={list.address.searchTerm}
              onChange={(searchTerm) => list.ask({ searchTerm })}
            />
          )}
          <SortSelect list={list} />
          <Filters list={list} />
        </div>
        <p className={styles.count} role="status" aria-label={t('manager.list.count')}>
          <Count list={list} />
        </p>
        {list.state === 'ready' && list.items.length > 0 && <Table list={list} />}
        {list.state === 'loading' && <RowSkeletons resource={resource} />}
        {(list.state === 'failed' || (list.state === 'ready' && list.items.length === 0)) && (
          <NothingThere list={list} />
        )}
        <LoadMore list={list} />
      </section>
    </Page>
  );
}
