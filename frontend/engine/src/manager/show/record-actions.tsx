import { Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { CustomPage } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { addresses, type ManagerRecord, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import type { LoadedRecord } from '../use-record.ts';
import { NeighbourLinks } from './neighbours.tsx';
import styles from './show-page.module.css';

const archivedActions = () => import('./archived-actions.tsx');
const MenuContent = lazyDialog(() => import('./record-menu.tsx'));

/** A record and how it was loaded. */
export interface RecordActionsProps {
  readonly item: ManagerRecord;
  readonly record: LoadedRecord;
}

/**
 * Renders the links and buttons next to the heading of a record that the user may use, as far as the page
 * knows.
 */
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
  const { actions } = overridesOf(resource.name);
  return (
    <>
      <NeighbourLinks resource={resource} id={item.id} />
      {actions && <CustomPage load={actions} props={{ item, onChanged: record.reload }} />}
      {mayWith(resource, 'update', item) && (
        <AppLink className={buttonClass('primary')} to={addresses.update(resource.name, item.id)}>
          <Pencil size={16} aria-hidden="true" />
          {t('manager.show.edit')}
        </AppLink>
      )}
      <RecordMenu item={item} record={record} />
    </>
  );
}

/** Renders the button of the menu of rarer actions. */
function RecordMenu({ item, record }: RecordActionsProps) {
  const { t } = useTranslation();
  const [button, setButton] = useState<HTMLElement>();
  const label = t('manager.list.more');
  return (
    <span className={styles.menu}>
      <Button
        className={styles.menuButton}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
      {button && (
        <MenuContent item={item} record={record} button={button} onClose={() => setButton(undefined)} />
      )}
    </span>
  );
}
