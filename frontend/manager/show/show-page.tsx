import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { may } from '../../auth/session.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AppLink } from '../../layout/app-link.tsx';
import { CustomPage, CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { RecordState } from '../record-state.tsx';
import { RelatedPanels } from '../related/related-panels.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { type LoadedRecord, useRecord } from '../use-record.ts';
import { Badges } from './badges.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Details } from './details.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { Neighbours } from './neighbours.tsx';
import styles from './show-page.module.css';

export const loader = onlyWith('read');

/**
 * Renders the page of one record: its fields, its panels and its history, or the custom page that overrides
 * it.
 */
export function Component() {
  const resource = useResource();
  const { id = '' } = useParams();
  const record = useRecord(resource.name, id);
  const { item, reload } = record;
  if (!item || record.state === 'missing' || record.state === 'forbidden')
    return <RecordState record={record} />;
  const { show } = overridesOf(resource.name);
  return show ? (
    <CustomPage load={show} props={{ item, onChanged: reload }} />
  ) : (
    <GeneratedPage item={item} record={record} />
  );
}

function GeneratedPage({ item, record }: { item: ManagerRecord; record: LoadedRecord }) {
  const labels = useLabels();
  const resource = useResource();
  const { panels = [] } = overridesOf(resource.name);
  const own = { item, onChanged: record.reload };
  return (
    <Page
      title={labelOf(resource, item)}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
      badges={<Badges resource={resource} item={item} />}
      actions={<Actions item={item} record={record} />}
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
          <RelatedPanels resource={resource} item={item} />
        </div>
        <HistoryPanel resource={resource} item={item} />
      </div>
    </Page>
  );
}

function Actions({ item, record }: { item: ManagerRecord; record: LoadedRecord }) {
  const { t } = useTranslation();
  const resource = useResource();
  const [deleting, setDeleting] = useState(false);
  const { actions } = overridesOf(resource.name);
  return (
    <>
      <Neighbours resource={resource} id={item.id} />
      {actions && <CustomPage load={actions} props={{ item, onChanged: record.reload }} />}
      {may(resource.singular, 'update') && (
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
      {may(resource.singular, 'delete') && !restrictionsOf(resource.name, item).record && (
        <Button variant="dangerOutline" onClick={() => setDeleting(true)} aria-haspopup="dialog">
          <Trash2 size={16} aria-hidden="true" />
          {t('manager.show.delete')}
        </Button>
      )}
      {deleting && (
        <DeleteDialog resource={resource} item={item} record={record} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}
