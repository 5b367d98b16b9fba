import { Archive, Copy, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { may } from '../../auth/session.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AppLink } from '../../layout/app-link.tsx';
import { CustomPage, CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { RecordState } from '../record-state.tsx';
import { RelatedPanels } from '../related/related-panels.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { type LoadedRecord, useRecord } from '../use-record.ts';
import { Badges } from './badges.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Details } from './details.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './show-page.module.css';

export const loader = onlyWith('read');

const archivedActions = () => import('./archived-actions.tsx');
const ArchiveDialog = lazyDialog(() => import('../bulk/delete-selected-dialog.tsx'));
const deletedRecord = () => import('../history/deleted-record.tsx');

/**
 * Renders the page of one record: its fields, its panels and its history, or the custom page that overrides
 * it.
 */
export function Component() {
  const resource = useResource();
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const record = useRecord(resource.name, id, resource.archive && parameters.get('archived') === 'true');
  const { item, reload } = record;
  if (record.state === 'missing') return <CustomPage load={deletedRecord} props={{ resource, id, record }} />;
  if (!item || record.state === 'forbidden') return <RecordState record={record} />;
  const { show } = overridesOf(resource.name);
  return show ? (
    <CustomPage load={show} props={{ item, onChanged: reload }} />
  ) : (
    <GeneratedPage item={item} record={record} />
  );
}

function GeneratedPage({ item, record }: { item: ManagerRecord; record: LoadedRecord }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const { panels = [] } = overridesOf(resource.name);
  const own = { item, onChanged: record.reload };
  return (
    <Page
      title={labelOf(resource, item)}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
      badges={
        <>
          {item.archivedAt && <span className={styles.badge}>{t('manager.archive.archived')}</span>}
          <Badges resource={resource} item={item} />
        </>
      }
      actions={
        item.archivedAt ? (
          <CustomPage load={archivedActions} props={{ item }} />
        ) : (
          <Actions item={item} record={record} />
        )
      }
    >
      <div className={styles.columns}>
        <div className={styles.main}>
          <Details resource={resource} item={item} onChanged={record.reload} />
          {/* One boundary for all panels, and a high placeholder, so that nothing visible shifts. */}
          <Suspense fallback={<Skeleton block="40rem" />}>
            {panels.map((panel, place) => (
              <CustomSlot key={String(place)} load={panel} props={own} />
            ))}
          </Suspense>
          {!item.archivedAt && <RelatedPanels resource={resource} item={item} />}
        </div>
        <HistoryPanel resource={resource} item={item} />
      </div>
    </Page>
  );
}

function Actions({ item, record }: { item: ManagerRecord; record: LoadedRecord }) {
  const { t } = useTranslation();
  const resource = useResource();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { actions } = overridesOf(resource.name);
  return (
    <>
      <Neighbours resource={resource} id={item.id} />
      {actions && <CustomPage load={actions} props={{ item, onChanged: record.reload }} />}
      {mayWith(resource, 'update', item) && (
        <AppLink className={buttonClass('secondary')} to={addresses.update(resource.name, item.id)}>
          <Pencil size={16} aria-hidden="true" />
          {t('manager.show.edit')}
        </AppLink>
      )}
      {may(resource.singular, 'create') && (
        <AppLink className={buttonClass('secondary')} to={addresses.duplicate(resource.name, item.id)}>
          <Copy size={16} aria-hidden="true" />
          {t('manager.forms.duplicate')}
        </AppLink>
      )}
      {mayWith(resource, 'delete', item) && !restrictionsOf(resource.name, item).record && (
        <Button variant="dangerOutline" onClick={() => setDeleting(true)} aria-haspopup="dialog">
          {resource.archive ? (
            <Archive size={16} aria-hidden="true" />
          ) : (
            <Trash2 size={16} aria-hidden="true" />
          )}
          {t(resource.archive ? 'manager.archive.archive' : 'manager.show.delete')}
        </Button>
      )}
      {deleting && resource.archive && (
        <ArchiveDialog
          resource={resource}
          select={{ ids: [item.id] }}
          count={1}
          label={labelOf(resource, item)}
          onGone={() => void record.reload()}
          onDone={() => void navigate(addresses.list(resource.name), { replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
      {deleting && !resource.archive && (
        <DeleteDialog resource={resource} item={item} record={record} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}
