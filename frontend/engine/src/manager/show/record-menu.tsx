import { Copy, Link } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { dangerItem, Menu } from '#frontend/shell/components/menu.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import ArchiveDialog from '../bulk/delete-selected-dialog.tsx';
import { DeletionLabel } from '../bulk/deletion-label.tsx';
import { useCopyLink } from '../copy-link.ts';
import { useLabels } from '../labels.ts';
import { restrictionsOf } from '../overrides.ts';
import { addresses, labelOf, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { RecordActionsProps } from './record-actions.tsx';

interface RecordMenuProps extends RecordActionsProps {
  button: HTMLElement;
  onClose: () => void;
}

/** Renders the menu of a record's page, then the dialog that deletes it. Mount it to open it. */
export default function RecordMenu({ item, record, button, onClose }: RecordMenuProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const navigate = useNavigate();
  const copyLink = useCopyLink();
  const [deleting, setDeleting] = useState(false);
  const { name, singular } = resource;
  const close = () => {
    // Synchronously: elements behind an open dialog cannot take the focus.
    flushSync(onClose);
    button.focus({ preventScroll: true });
  };
  if (deleting && resource.archive)
    return (
      <ArchiveDialog
        resource={resource}
        select={{ ids: [item.id] }}
        count={1}
        label={labelOf(resource, item)}
        detail={secondaryText(resource, item, labels)}
        onGone={() => void record.reload()}
        onDone={() => void navigate(addresses.list(name), { replace: true })}
        onClose={close}
      />
    );
  if (deleting) return <DeleteDialog resource={resource} item={item} record={record} onClose={close} />;
  return (
    <Menu button={button} label={t('manager.list.more')} onClose={close}>
      {may(singular, 'create') && (
        <AppLink role="menuitem" tabIndex={-1} to={addresses.duplicate(name, item.id)}>
          <Copy size={16} aria-hidden="true" />
          {t('manager.forms.duplicate')}
        </AppLink>
      )}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          close();
          void copyLink(addresses.show(name, item.id));
        }}
      >
        <Link size={16} aria-hidden="true" />
        {t('manager.table.copyLink')}
      </button>
      {mayWith(resource, 'delete', item) && !restrictionsOf(name, item).record && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={dangerItem}
          onClick={() => setDeleting(true)}
        >
          <DeletionLabel resource={resource} isArchived={false} />
        </button>
      )}
    </Menu>
  );
}
