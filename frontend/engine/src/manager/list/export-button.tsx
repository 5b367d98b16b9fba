import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LazyExportDialog } from '../csv/lazy-export-dialog.ts';
import { addresses } from '../resource.ts';
import styles from './export-button.module.css';
import { type ListTable, visibleFields } from './list-table.ts';
import type { List } from './use-list.ts';

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
