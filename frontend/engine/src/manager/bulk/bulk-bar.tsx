import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import { Download, Pencil, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import type { ExportDialogProps } from '../csv/export-dialog.tsx';
import { LazyExportDialog } from '../csv/lazy-export-dialog.ts';
import { CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { overridesOf } from '../overrides.ts';
import { apiOf, parametersOf } from '../resource.ts';
import { DeletionLabel, RestoreButton } from './archive-actions.tsx';
import styles from './bulk.module.css';
import { type BulkProps, changeableFields, isInArchive, useBatchToast } from './use-bulk.ts';

const ChangeDialog = lazyDialog(() => import('./change-selected-dialog.tsx'));
const DeleteDialog = lazyDialog(() => import('./delete-selected-dialog.tsx'));

interface BulkBarProps extends Omit<BulkProps, 'onGone' | 'onDone' | 'onClose'> {
  /** The number of matching records, and whether the server has counted all of them. */
  total: number;
  exact: boolean;
  /** The list and its visible columns, as an export needs them. */
  exporting?: Pick<ExportDialogProps, 'list' | 'visible'>;
  /** The query string of the list's filters. */
  query: string;
  /** Selects all records; `counted` of them, if the list does not know the exact number. */
  onSelectAll: (counted?: number) => void;
  onDeselect: (id: string) => void;
  /** Ends the selection. */
  onClose: () => void;
}

/** Renders the bar below a list with the number of selected records, and the actions on them. */
export default function BulkBar(props: BulkBarProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, select, count, label, detail, total, exact, query, exporting } = props;
  const { onSelectAll, onDeselect, onClose } = props;
  const [open, setOpen] = useState<'change' | 'delete' | 'export'>();
  const { bulkActions } = overridesOf(resource.name);
  const tellBatch = useBatchToast(resource);
  const done = (result?: BatchResult) => {
    onClose();
    tellBatch('update', result);
  };
  const isArchived = isInArchive(select);
  const isAll = 'query' in select && !select.except;
  const archives = resource.archive && !isArchived;
  const dialog = {
    resource,
    select,
    count,
    label,
    detail,
    onGone: onDeselect,
    onDone: () => {
      setOpen(undefined);
      onClose();
    },
    onClose: () => setOpen(undefined),
  };
  return (
    <section className={styles.bar} aria-label={t('manager.table.bar')}>
      <div className={styles.box}>
        <IconButton label={t('manager.table.clear')} title={t('manager.table.clear')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
        <p className={styles.count}>
          {t('manager.table.selected', { records: labels.count(resource, count) })}
        </p>
        {!isAll &&
          count < total &&
          (exact ? (
            <Button variant="quiet" onClick={() => onSelectAll()}>
              {t('manager.table.selectAll', { records: labels.count(resource, total) })}
            </Button>
          ) : (
            <SelectAllFound resource={resource} query={query} onSelectAll={onSelectAll} />
          ))}
        <div className={styles.actions} hidden={count === 0}>
          {bulkActions && !isArchived && (
            <Suspense>
              <CustomSlot load={bulkActions} props={{ select, count, onDone: done }} />
            </Suspense>
          )}
          {exporting && (
            <Button onClick={() => setOpen('export')} aria-haspopup="dialog">
              <Download size={16} aria-hidden="true" />
              {t('manager.csv.export')}
            </Button>
          )}
          {isArchived && <RestoreButton resource={resource} select={select} onDone={onClose} />}
          {!isArchived && may(resource.singular, 'update') && changeableFields(resource).length > 0 && (
            <Button onClick={() => setOpen('change')} aria-haspopup="dialog">
              <Pencil size={16} aria-hidden="true" />
              {t('manager.table.openChange')}
            </Button>
          )}
          {may(resource.singular, 'delete') && (
            <Button
              variant={archives ? 'secondary' : 'dangerOutline'}
              onClick={() => setOpen('delete')}
              aria-haspopup="dialog"
            >
              <DeletionLabel resource={resource} isArchived={isArchived} />
            </Button>
          )}
        </div>
      </div>
      {open === 'export' && exporting && (
        <LazyExportDialog {...exporting} selected={{ select, count }} onClose={() => setOpen(undefined)} />
      )}
      {open === 'change' && <ChangeDialog {...dialog} />}
      {open === 'delete' && <DeleteDialog {...dialog} />}
    </section>
  );
}

/** Renders the button that selects all records of a list whose number is not exact: it counts them first. */
function SelectAllFound({
  resource,
  query,
  onSelectAll,
}: Pick<BulkBarProps, 'resource' | 'query' | 'onSelectAll'>) {
  const { t } = useTranslation();
  const count = async () => {
    try {
      const exactly = { ...parametersOf(query), _total: 'exact', _end: 1 } as const;
      const { headers } = await apiOf(resource.name).list({ query: exactly });
      onSelectAll(Number(headers.get('x-total-count')));
    } catch (error) {
      await notifyError(error, t('manager.table.countFailed'));
    }
  };
  return (
    <Button variant="quiet" action={count}>
      {t('manager.table.selectAllFound')}
    </Button>
  );
}
