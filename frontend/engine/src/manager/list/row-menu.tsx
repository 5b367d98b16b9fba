import type { Resource } from '@bindery/contract/schema/index.ts';
import { ArchiveRestore, Copy, Link, Pencil } from 'lucide-react';
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { placeBelow } from '#frontend/shell/components/popover.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import DeleteSelectedDialog from '../bulk/delete-selected-dialog.tsx';
import { DeletionLabel } from '../bulk/deletion-label.tsx';
import { useRestore } from '../bulk/restore.tsx';
import { CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { invalidateLists } from '../refine/query-client.ts';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';
import { editAddress } from './edit-address.ts';
import styles from './row-menu.module.css';

interface RowMenuProps {
  resource: Resource;
  item: ManagerRecord;
  /** The button that has opened the menu. */
  button: HTMLElement;
  onClose: () => void;
}

/** Renders the menu of a row. Mount it to open it, unmount it to close it. */
export default function RowMenu({ resource, item, button, onClose }: RowMenuProps) {
  const labels = useLabels();
  const [isDeleting, setDeleting] = useState(false);
  const close = (next: HTMLElement | null | undefined = button) => {
    // At once: behind an open dialog nothing takes the focus.
    flushSync(onClose);
    next?.focus({ preventScroll: true });
  };
  const done = () => {
    const row = button.closest('tr');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    close(neighbour?.querySelector<HTMLElement>('[data-record-link]'));
  };
  if (!isDeleting)
    return (
      <Menu {...{ resource, item, button }} onClose={() => close()} onDelete={() => setDeleting(true)} />
    );
  return (
    <DeleteSelectedDialog
      resource={resource}
      select={{ ids: [item.id], ...(Boolean(item.archivedAt) && { archived: true }) }}
      count={1}
      label={labelOf(resource, item)}
      detail={secondaryText(resource, item, labels)}
      onGone={done}
      onDone={done}
      onClose={() => close()}
    />
  );
}

function Menu({ resource, item, button, onClose, onDelete }: RowMenuProps & { onDelete: () => void }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const restore = useRestore(resource);
  const isArchived = Boolean(item.archivedAt);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current!;
    placeBelow(button, element);
    element.showPopover();
    // The menu of the lowest row would end below the window.
    element.lastElementChild?.scrollIntoView({ block: 'nearest' });
    itemsOf(element)[0]?.focus();
  }, [button]);
  const { name, singular } = resource;
  const { rowActions } = overridesOf(name);
  const changed = () => {
    onClose();
    void invalidateLists();
  };
  const copy = async () => {
    onClose();
    const address = new URL(addresses[isArchived ? 'archived' : 'show'](name, item.id), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      await notify('success', t('manager.table.linkCopied'));
    } catch {
      // The browser does not allow it: the address can still be copied by hand.
      await notify('info', address);
    }
  };
  return (
    <div
      ref={menu}
      className={styles.menu}
      popover="auto"
      role="menu"
      aria-label={`${t('manager.table.actionsOf')} ${labelOf(resource, item)}`}
      onKeyDown={(event) => moveFocus(event, onClose)}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {mayWith(resource, 'update', item) && !isArchived && (
        <AppLink role="menuitem" tabIndex={-1} to={editAddress(search, item.id)} onClick={onClose}>
          <Pencil size={16} aria-hidden="true" />
          {t('manager.show.edit')}
        </AppLink>
      )}
      {may(singular, 'create') && !isArchived && (
        <AppLink role="menuitem" tabIndex={-1} to={addresses.duplicate(name, item.id)}>
          <Copy size={16} aria-hidden="true" />
          {t('manager.table.duplicate')}
        </AppLink>
      )}
      <button type="button" role="menuitem" tabIndex={-1} onClick={copy}>
        <Link size={16} aria-hidden="true" />
        {t('manager.table.copyLink')}
      </button>
      {rowActions && !isArchived && (
        <Suspense>
          <CustomSlot load={rowActions} props={{ item, onChanged: changed }} />
        </Suspense>
      )}
      {isArchived && mayWith(resource, 'restore', item) && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            void restore({ ids: [item.id], archived: true });
          }}
        >
          <ArchiveRestore size={16} aria-hidden="true" />
          {t('manager.archive.restore')}
        </button>
      )}
      {mayWith(resource, 'delete', item) && !restrictionsOf(name, item).record && (
        <button type="button" role="menuitem" tabIndex={-1} className={styles.danger} onClick={onDelete}>
          <DeletionLabel resource={resource} isArchived={isArchived} />
        </button>
      )}
    </div>
  );
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Moves the focus within a menu by the arrow keys, Home and End; Tab closes it. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onClose: () => void) {
  const items = itemsOf(event.currentTarget);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (event.key === 'Tab' || event.key === 'Escape') {
    event.preventDefault();
    onClose();
  } else if (event.key === ' ' && current >= 0) {
    event.preventDefault();
    items[current]!.click();
  } else if (place !== undefined) {
    event.preventDefault();
    items.at(place % items.length)?.focus();
  }
}
