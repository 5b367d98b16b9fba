import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Order, ResourceField } from '@bindery/contract/schema/index.ts';
import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  Columns3,
  Download,
  Printer,
  SquareCheck,
  Upload,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Dialog } from '#frontend/shell/components/dialog.tsx';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { closeMenu, Menu, MenuAction } from '#frontend/shell/components/menu.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LazyExportDialog } from '../csv/lazy-export-dialog.ts';
import { useLabels } from '../labels.ts';
import { formatNumber } from '../numbers.ts';
import { addresses } from '../resource.ts';
import ColumnsPanel from './columns-panel.tsx';
import { usePhone } from './density.tsx';
import { visibleFields } from './list-table.ts';
import type { ListMenuProps } from './list-tools.tsx';
import styles from './panels.module.css';
import { canSelect } from './row.tsx';
import type { List } from './state/use-list.ts';

interface ContentProps extends ListMenuProps {
  button: HTMLElement;
  onClose: () => void;
  onPrint: () => void;
}

/** Renders the menu of a list, then the dialog that the user chooses from it. Mount it to open it. */
export default function ListMenuContent(props: ContentProps) {
  const { list, table, choice, selection, button, onClose, onPrint } = props;
  const { t } = useTranslation();
  const isPhone = usePhone();
  const [open, setOpen] = useState<'sort' | 'columns' | 'export'>();
  const { resource } = list;
  const hasChoice = table.getAllLeafColumns().filter(({ columnDef }) => columnDef.meta!.field).length > 1;
  const close = () => closeMenu(onClose, button);
  const closeThen = (act: () => void) => () => {
    close();
    act();
  };
  if (open === 'export')
    return <LazyExportDialog list={list} visible={visibleFields(table)} onClose={close} />;
  // Phones have no column headings that sort.
  if (open === 'sort')
    return (
      <Dialog title={t('manager.list.sortBy')} onClose={close}>
        <ul>
          {fieldsOf(resource)
            .filter(({ sort }) => sort)
            .map((field) => (
              <Line key={field.name} list={list} field={field} />
            ))}
        </ul>
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
      {isPhone && (
        <MenuAction onPress={() => setOpen('sort')}>
          <ArrowUpDown size={16} aria-hidden="true" />
          {t('manager.list.sortBy')}
        </MenuAction>
      )}
      {(isPhone || choice.isSmall) && hasChoice && (
        <MenuAction onPress={() => setOpen('columns')}>
          <Columns3 size={16} aria-hidden="true" />
          {t('manager.list.columns.open')}
        </MenuAction>
      )}
      {isPhone && canSelect(resource) && list.items.length > 0 && (
        <MenuAction onPress={closeThen(selection.start)}>
          <SquareCheck size={16} aria-hidden="true" />
          {t('manager.table.select')}
        </MenuAction>
      )}
      <MenuAction onPress={() => setOpen('export')}>
        <Download size={16} aria-hidden="true" />
        {t('manager.csv.export')}
      </MenuAction>
      {list.items.length > 0 && (
        <MenuAction onPress={closeThen(onPrint)}>
          <Printer size={16} aria-hidden="true" />
          {t('manager.list.print')}
        </MenuAction>
      )}
      {may(resource.singular, 'create') && (
        <AppLink role="menuitem" tabIndex={-1} to={addresses.import(resource.name)}>
          <Upload size={16} aria-hidden="true" />
          {t('manager.csv.import')}
        </AppLink>
      )}
    </Menu>
  );
}

/**
 * Renders a sortable column: a press makes it the last sort column, then reverses it, and a separate button
 * removes it.
 */
function Line({ list: { resource, order, ask }, field }: { list: List; field: ResourceField }) {
  const { t } = useTranslation();
  const label = useLabels().field(resource, field);
  const place = order.findIndex((one) => one.field === field.name);
  const { language } = useLanguage();
  const direction = order[place]?.direction;
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp;
  const press = () => {
    const next: Order = { field: field.name, direction: direction === 'asc' ? 'desc' : 'asc' };
    ask({ order: place >= 0 ? order.with(place, next) : [...order, next] });
  };
  return (
    <li className={styles.line}>
      <button type="button" className={styles.field} aria-pressed={place >= 0} onClick={press}>
        {place >= 0 && <span className={styles.place}>{formatNumber(language, place + 1)}</span>}{' '}
        <bdi className={styles.label}>{label}</bdi>{' '}
        {direction && (
          <span className={styles.direction}>
            {t(direction === 'asc' ? 'manager.list.ascending' : 'manager.list.descending')}
            <Arrow size={16} aria-hidden="true" />
          </span>
        )}
      </button>
      {place >= 0 && order.length > 1 && (
        <IconButton
          label={t('manager.sorting.remove', { field: label })}
          onClick={() => ask({ order: order.toSpliced(place, 1) })}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
