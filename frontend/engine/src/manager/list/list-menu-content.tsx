import { ArrowUpDown, Columns3, Download, type LucideIcon, SquareCheck, Upload } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Dialog } from '#frontend/shell/components/dialog.tsx';
import { Menu } from '#frontend/shell/components/menu.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LazyExportDialog } from '../csv/lazy-export-dialog.ts';
import { addresses } from '../resource.ts';
import ColumnsPanel from './columns-panel.tsx';
import type { ListMenuProps } from './list-menu.tsx';
import { visibleFields } from './list-table.ts';
import { canSelect } from './select-box.tsx';
import { SortPanel } from './sort-panel.tsx';
import { usePhone } from './use-phone.ts';

interface ContentProps extends ListMenuProps {
  button: HTMLElement;
  onClose: () => void;
}

/** Renders the menu of a list, then the dialog that the user chooses from it. Mount it to open it. */
export default function ListMenuContent({ list, table, choice, selection, button, onClose }: ContentProps) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const [open, setOpen] = useState<'sort' | 'columns' | 'export'>();
  const { resource } = list;
  const close = () => {
    // Synchronously: elements behind an open dialog cannot take the focus.
    flushSync(onClose);
    button.focus({ preventScroll: true });
  };
  if (open === 'export')
    return <LazyExportDialog list={list} visible={visibleFields(table)} onClose={close} />;
  if (open === 'sort')
    return (
      <Dialog title={t('manager.list.sortBy')} onClose={close}>
        <SortPanel list={list} />
      </Dialog>
    );
  if (open === 'columns')
    return (
      <Dialog title={t('manager.list.columns.title')} onClose={close}>
        <ColumnsPanel table={table} choice={choice} />
      </Dialog>
    );
  return (
    <Menu button={button} label={t('manager.list.more')} onClose={close}>
      {isPhone && <Item icon={ArrowUpDown} text={t('manager.list.sortBy')} onPress={() => setOpen('sort')} />}
      {isPhone && (
        <Item icon={Columns3} text={t('manager.list.columns.open')} onPress={() => setOpen('columns')} />
      )}
      {isPhone && canSelect(resource) && list.items.length > 0 && (
        <Item
          icon={SquareCheck}
          text={t('manager.table.select')}
          onPress={() => {
            close();
            selection.start();
          }}
        />
      )}
      <Item icon={Download} text={t('manager.csv.export')} onPress={() => setOpen('export')} />
      {may(resource.singular, 'create') && (
        <AppLink role="menuitem" tabIndex={-1} to={addresses.import(resource.name)}>
          <Upload size={16} aria-hidden="true" />
          {t('manager.csv.import')}
        </AppLink>
      )}
    </Menu>
  );
}

interface ItemProps {
  icon: LucideIcon;
  text: string;
  onPress: () => void;
}

function Item({ icon: Icon, text, onPress }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onPress}>
      <Icon size={16} aria-hidden="true" />
      {text}
    </button>
  );
}
