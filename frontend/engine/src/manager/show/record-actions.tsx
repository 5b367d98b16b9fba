import { Copy, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DeletionLabel } from '../bulk/deletion-label.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { addresses, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';
import type { LoadedRecord } from '../use-record.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { NeighbourLinks } from './neighbours.tsx';

const archivedActions = () => import('./archived-actions.tsx');
const ArchiveDialog = lazyDialog(() => import('../bulk/delete-selected-dialog.tsx'));

interface RecordActionsProps {
  readonly item: ManagerRecord;
  readonly record: LoadedRecord;
}

/** Renders the links and buttons beside the heading of a record: those that the user may use, as far as the page knows. */
export function RecordActions({ item, record }: RecordActionsProps) {
  return item.archivedAt ? (
    <CustomPage load={archivedActions} props={{ item }} />
  ) : (
    <Actions item={item} record={record} />
  );
}

function Actions({ item, record }: RecordActionsProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { actions } = overridesOf(resource.name);
  return (
    <>
      <NeighbourLinks resource={resource} id={item.id} />
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
          <DeletionLabel resource={resource} isArchived={false} />
        </Button>
      )}
      {deleting && resource.archive && (
        <ArchiveDialog
          resource={resource}
          select={{ ids: [item.id] }}
          count={1}
          label={labelOf(resource, item)}
          detail={secondaryText(resource, item, labels)}
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
