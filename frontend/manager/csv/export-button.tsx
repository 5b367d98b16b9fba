import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import type { ListTable } from '../list/list-table.ts';
import type { List } from '../list/use-list.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazyDialog<ExportDialogProps>(async () => {
  const [{ ExportDialog: Dialog }] = await Promise.all([
    import('./export-dialog.tsx'),
    loadNamespaces('csv'),
  ]);
  return { default: Dialog };
});

/** Renders the button that opens the export of a list; the dialog is loaded when it is opened. */
export function ExportButton({ list, table }: { list: List; table: ListTable }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Download size={18} aria-hidden="true" />
        {t('manager.csv.export')}
      </Button>
      {isOpen && (
        <ExportDialog
          list={list}
          visible={table.getVisibleLeafColumns().map(({ id }) => id)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
