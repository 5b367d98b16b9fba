import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { DeletionLabel } from '../bulk/deletion-label.tsx';
import { RestoreButton } from '../bulk/restore.tsx';
import { useLabels } from '../labels.ts';
import { addresses, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';

const DeleteDialog = lazyDialog(() => import('../bulk/delete-selected-dialog.tsx'));

/** Renders the actions of an archived record. */
export default function ArchivedActions({ item }: { item: ManagerRecord }) {
  const resource = useResource();
  const labels = useLabels();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const select = { ids: [item.id], archived: true };
  const leave = (address: string) => void navigate(address, { replace: true });
  return (
    <>
      {mayWith(resource, 'restore', item) && (
        <RestoreButton
          resource={resource}
          select={select}
          onDone={() => leave(addresses.show(resource.name, item.id))}
        />
      )}
      {mayWith(resource, 'delete', item) && (
        <Button variant="dangerOutline" onClick={() => setDeleting(true)} aria-haspopup="dialog">
          <DeletionLabel resource={resource} isArchived />
        </Button>
      )}
      {deleting && (
        <DeleteDialog
          resource={resource}
          select={select}
          count={1}
          label={labelOf(resource, item)}
          detail={secondaryText(resource, item, labels)}
          onGone={() => leave(addresses.archive(resource.name))}
          onDone={() => leave(addresses.archive(resource.name))}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
