import type { Resource } from '@bindery/contract/schema/index.ts';
import { Archive, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Renders the label of a deletion: with an archive, records are archived first. */
export function DeletionLabel({
  resource: { archive },
  isArchived,
}: {
  readonly resource: Resource;
  readonly isArchived: boolean;
}) {
  const { t } = useTranslation();
  const archives = archive && !isArchived;
  const Icon = archives ? Archive : Trash2;
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      {t(archives ? 'manager.archive.archive' : 'manager.show.delete')}
    </>
  );
}
