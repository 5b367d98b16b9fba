import type { SavedView } from '@bindery/contract/records/views.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import type { List } from '../state/use-list.ts';
import { deleteView, mayShareDefaults, saveView, updateView } from './use-views.ts';
import styles from './views.module.css';
import type { ViewsProps } from './views-bar.tsx';

interface NameFormProps {
  title: string;
  confirm: string;
  /** The initial name. */
  name: string;
  /** Saves the view. The dialog stays open if it fails. */
  onSave: (name: string, form: FormData) => Promise<void>;
  onClose: () => void;
  /** Further inputs. */
  children?: ReactNode;
}

/** Renders a dialog that asks for the name of a view. */
function NameForm({ title, confirm, name, onSave, onClose, children }: NameFormProps) {
  const { t } = useTranslation();
  const [nameError, setNameError] = useState<string>();
  const explain = (error: unknown) => {
    const key = error instanceof HttpError ? error.errors.name?.key : undefined;
    if (key === 'errors.tooManyViews') return t('manager.views.tooMany');
    if (key !== 'errors.unique') return describeError(error);
    setNameError(t('manager.views.taken'));
    return '';
  };
  const submit = async (element: HTMLFormElement) => {
    const form = new FormData(element);
    const typed = String(form.get('name')).trim();
    setNameError(typed === '' ? t('manager.views.required') : undefined);
    if (typed === '') return;
    await onSave(typed, form);
    onClose();
  };
  return (
    <FormDialog title={title} action={confirm} onSubmit={submit} explain={explain} onClose={onClose}>
      <TextField
        label={t('manager.views.name')}
        name="name"
        defaultValue={name}
        error={nameError}
        maxLength={100}
        dir="auto"
        autoComplete="off"
      />
      {children}
    </FormDialog>
  );
}

/** Renders the form that renames a view. */
export function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <NameForm
      title={t('manager.views.renameTitle')}
      confirm={t('manager.views.rename')}
      name={view.name}
      onSave={(name) => updateView(view, { name })}
      onClose={onClose}
    />
  );
}

/** Renders the form that saves the current state of the list as a view. */
export function SaveDialog({ list, views, onClose }: ViewsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const [shared, setShared] = useState(false);
  const isForOthers = shared && mayShareDefaults(list.resource);
  const save = async (name: string, form: FormData) => {
    const isDefault = form.has('isDefault');
    const isOnlyOwn = isDefault && shared && !isForOthers;
    const view = await saveView({
      ...views.state,
      resource: list.resource.name,
      name,
      shared,
      isDefault: isDefault && !isOnlyOwn,
    });
    if (isOnlyOwn) await updateView(view, { isDefault });
    list.ask({ view: view.id, columns: view.columns ?? [] }, { push: true });
  };
  return (
    <NameForm
      title={t('manager.views.saveTitle')}
      confirm={t('manager.views.save')}
      name=""
      onSave={save}
      onClose={onClose}
    >
      <div className={styles.checks}>
        <label className="row choice-line">
          <input
            type="checkbox"
            name="shared"
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
          {t('manager.views.share')}
        </label>
        <label className="row choice-line">
          <input type="checkbox" name="isDefault" />
          {t(isForOthers ? 'manager.views.makeSharedDefault' : 'manager.views.makeDefault')}
        </label>
      </div>
    </NameForm>
  );
}

interface DeleteViewDialogProps {
  list: List;
  view: SavedView;
  onClose: () => void;
}

/** Renders the confirmation before a view is deleted. The list stays as it is. */
export function DeleteViewDialog({ list, view, onClose }: DeleteViewDialogProps) {
  const { t } = useTranslation();
  const confirm = async () => {
    try {
      await deleteView(view);
      list.ask({ view: '' });
      await notify('success', t('manager.views.deleted'));
    } catch (error) {
      await notifyError(error, t('manager.views.deleteFailed'));
    }
  };
  return (
    <ConfirmDialog
      title={t('manager.views.deleteTitle', { name: view.name })}
      text={t('manager.views.deleteText')}
      confirm={t('manager.views.delete')}
      variant="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
