import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../auth/session.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { type ListTable, visibleFields } from '../list/list-table.ts';
import type { List } from '../list/use-list.ts';
import { addresses } from '../resource.ts';
import styles from './export-button.module.css';
import type { ExportDialogProps } from './export-dialog.tsx';

/** The dialog of an export, loaded when it is opened. */
export const LazyExportDialog = lazyDialog<ExportDialogProps>(async () => {
  const [{ ExportDialog: Dialog }] = await Promise.all([
    import('./export-dialog.tsx'),
    loadNamespaces('csv'),
  ]);
  return { default: Dialog };
});

/** Renders the button that opens the export of a list, loaded when it is opened, and the link to the import. */
export function ExportButton({ list, table }: { list: List; table: ListTable }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className={styles.button} onClick={() => setIsOpen(true)}>
        <Download size={18} aria-hidden="true" />
        <span className={styles.text}>{t('manager.csv.export')}</span>
      </Button>
      {may(list.resource.singular, 'create') && (
        <AppLink
          className={buttonClass('secondary', styles.button)}
          to={addresses.import(list.resource.name)}
        >
          <Upload size={18} aria-hidden="true" />
          <span className={styles.text}>{t('manager.csv.import')}</span>
        </AppLink>
      )}
      {isOpen && (
        <LazyExportDialog list={list} visible={visibleFields(table)} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
