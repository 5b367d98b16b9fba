import type { Resource } from '@bindery/contract/schema/index.ts';
import { ArchiveRestore, Copy, Link, Pencil, SquareCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { closeMenu, Menu, MenuAction } from '#frontend/shell/components/menu.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DeletionLabel, useRestore } from '../bulk/archive-actions.tsx';
import DeleteSelectedDialog from '../bulk/delete-selected-dialog.tsx';
import { CustomSlot } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { invalidateLists } from '../refine/query-client.ts';
import { addresses, editAddress, labelOf, type ManagerRecord } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';
import { useCopyLink } from '../toasts/toasts.tsx';

interface RowMenuProps {
  resource: Resource;
  item: ManagerRecord;
  /** The button that opened the menu. */
  button: HTMLElement;
  /** Selects the record, if its row has no checkbox. */
  onSelect?: (() => void) | undefined;
  onClose: () => void;
}

/** Renders the menu of a row. Mount it to open it, unmount it to close it. */
export default function RowMenu({ resource, item, button, onSelect, onClose }: RowMenuProps) {
  const labels = useLabels();
  const [isDeleting, setDeleting] = useState(false);
  const close = () => closeMenu(onClose, button);
  const done = () => {
    const row = button.closest('tr');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    closeMenu(onClose, neighbour?.querySelector<HTMLElement>('[data-record-link]'));
  };
  if (!isDeleting)
    return (
      <Actions
        resource={resource}
        item={item}
        button={button}
        onSelect={onSelect}
        onClose={close}
        onDelete={() => setDeleting(true)}
      />
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
      onClose={close}
    />
  );
}

function Actions(props: RowMenuProps & { onDelete: () => void }) {
  const { resource, item, button, onSelect, onClose, onDelete } = props;
  const { t } = useTranslation();
  const { search } = useLocation();
  const restore = useRestore(resource);
  const isArchived = Boolean(item.archivedAt);
  const { name, singular } = resource;
  const { rowActions } = overridesOf(name);
  const copyLink = useCopyLink();
  const address = addresses[isArchived ? 'archived' : 'show'](name, item.id);
  const closeThen = (act: () => unknown) => () => {
    onClose();
    void act();
  };
  return (
    <Menu
      button={button}
      label={`${t('manager.table.actionsOf')} ${labelOf(resource, item)}`}
      title={labelOf(resource, item)}
      onClose={onClose}
    >
      {onSelect && (
        <MenuAction onPress={closeThen(onSelect)}>
          <SquareCheck size={16} aria-hidden="true" />
          {t('manager.table.select')}
        </MenuAction>
      )}
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
      <MenuAction onPress={closeThen(() => copyLink(address))}>
        <Link size={16} aria-hidden="true" />
        {t('manager.table.copyLink')}
      </MenuAction>
      {rowActions && !isArchived && (
        <Suspense>
          <CustomSlot load={rowActions} props={{ item, onChanged: closeThen(invalidateLists) }} />
        </Suspense>
      )}
      {isArchived && mayWith(resource, 'restore', item) && (
        <MenuAction onPress={closeThen(() => restore({ ids: [item.id], archived: true }))}>
          <ArchiveRestore size={16} aria-hidden="true" />
          {t('manager.archive.restore')}
        </MenuAction>
      )}
      {mayWith(resource, 'delete', item) && !restrictionsOf(name, item).record && (
        <MenuAction isDangerous onPress={onDelete}>
          <DeletionLabel resource={resource} isArchived={isArchived} />
        </MenuAction>
      )}
    </Menu>
  );
}
