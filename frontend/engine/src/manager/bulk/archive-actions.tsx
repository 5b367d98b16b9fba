import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { useBulk } from './use-bulk.ts';

/**
 * Returns a function that restores records from the archive; it shows a failure, and resolves to whether it
 * succeeded.
 */
export function useRestore(resource: Resource): (select: Selection) => Promise<boolean> {
  const { t } = useTranslation();
  const write = useBulk(resource);
  return async (select) => {
    try {
      await write(select, { action: 'restore' });
      return true;
    } catch (error) {
      await notifyError(error, t('manager.archive.restoreFailed'));
      return false;
    }
  };
}

interface Props {
  resource: Resource;
  select: Selection;
  onDone: () => void;
}

/** Renders the button that restores records from the archive. */
export function RestoreButton({ resource, select, onDone }: Props) {
  const { t } = useTranslation();
  const restore = useRestore(resource);
  const restoreAll = async () => {
    if (await restore(select)) onDone();
  };
  return (
    <Button action={restoreAll}>
      <ArchiveRestore size={16} aria-hidden="true" />
      {t('manager.archive.restore')}
    </Button>
  );
}

/** Renders the label of a deletion: with an archive, records are archived first. */
export function DeletionLabel({ resource, isArchived }: { resource: Resource; isArchived: boolean }) {
  const { t } = useTranslation();
  const archives = resource.archive && !isArchived;
  const Icon = archives ? Archive : Trash2;
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      {t(archives ? 'manager.archive.archive' : 'manager.show.delete')}
    </>
  );
}
