import { listCall, PAGE_SIZE } from '@bindery/contract/records/resources/list-address.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { may } from '#frontend/shell/auth/session.ts';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { QuickEdit } from '../form/quick-edit.tsx';
import { useLabels } from '../labels.ts';
import { rememberList } from '../last-list.ts';
import { Page } from '../layout/page.tsx';
import { addresses, useResource } from '../resource.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';

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
  const { resource, items, more, loadMore, address, total, exact, next } = list;
  useEffect(() => {
    const call = listCall(resource, { address, size: address.size ?? PAGE_SIZE });
    rememberList({ resource: resource.name, ids: items.map(({ id }) => id), total, exact, call, next });
  }, [resource, items, address, total, exact, next]);
  return (
    <Page title={labels.plural(resource)} description={labels.description(resource)} actions={actions}>
      <section className={styles.list} aria-label={labels.plural(resource)} data-full-width>
        {children}
      </section>
      <QuickEdit resource={resource} items={items} onNearEnd={more === 'there' ? loadMore : undefined} />
    </Page>
  );
}

/** Renders the link to the page of a new record, if the user may create one. */
export function CreateLink() {
  const labels = useLabels();
  const resource = useResource();
  if (!may(resource.singular, 'create')) return null;
  return (
    <AppLink className={buttonClass('primary')} to={addresses.create(resource.name)}>
      <Plus size={18} aria-hidden="true" />
      {labels.message(resource, 'new')}
    </AppLink>
  );
}
