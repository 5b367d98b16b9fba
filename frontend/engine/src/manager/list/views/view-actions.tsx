import type { SavedView, ViewChanges } from '@bindery/contract/records/views.ts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import type { List } from '../state/use-list.ts';
import { mayShareDefaults, updateView } from './use-views.ts';
import styles from './views.module.css';

const RenameDialog = lazyDialog(() => import('./name-form.tsx'));
const DeleteDialog = lazyDialog(() => import('./delete-view-dialog.tsx'));

interface ViewActionsProps {
  list: List;
  view: SavedView;
  /** Whether the list opens with this view. */
  isOpening: boolean;
  /** Called before a dialog opens, because the menu may disappear with its view. */
  onDialog: () => void;
}

/** Renders the menu of a view, with the actions that the user may perform. */
export function ViewActions({ list, view, isOpening, onDialog }: ViewActionsProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  // A shared default view is the default of other users too.
  const isForOthers = view.isOwn && view.shared && mayShareDefaults(list.resource);
  const close = () => setDialog(undefined);
  const open = (which: 'rename' | 'delete') => {
    onDialog();
    setDialog(which);
  };
  const change = async (changes: ViewChanges) => {
    try {
      await updateView(view, changes);
      await notify('success', t('manager.views.saved'));
    } catch (error) {
      await notifyError(error, t('manager.views.failed'));
    }
  };
  const own = [
    { label: t('manager.views.rename'), act: () => open('rename') },
    {
      label: t(view.shared ? 'manager.views.unshare' : 'manager.views.shareIt'),
      act: () => change({ shared: !view.shared }),
    },
  ];
  const actions = [
    ...(view.isOwn ? own : []),
    {
      label: t(
        isOpening
          ? 'manager.views.unsetDefault'
          : isForOthers
            ? 'manager.views.setSharedDefault'
            : 'manager.views.setDefault',
      ),
      act: () => change({ isDefault: !isOpening }),
    },
    ...(view.mayDelete ? [{ label: t('manager.views.delete'), act: () => open('delete') }] : []),
  ];
  const label = t('manager.views.actions', { name: view.name });
  return (
    <>
      <Popover
        button={
          <>
            <Ellipsis size={16} aria-hidden="true" />
            <span className="only-for-screen-readers">{label}</span>
          </>
        }
        buttonClassName={styles.actions}
        label={label}
      >
        <ul className={styles.menu}>
          {actions.map(({ label: text, act }) => (
            <li key={text}>
              <Button
                variant="quiet"
                className={styles.action}
                onClick={({ currentTarget }) => {
                  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                  void act();
                }}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      </Popover>
      {dialog === 'rename' && <RenameDialog view={view} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog list={list} view={view} onClose={close} />}
    </>
  );
}
