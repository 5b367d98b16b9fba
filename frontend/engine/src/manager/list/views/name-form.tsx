import type { SavedView } from '@bindery/contract/records/views.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { updateView } from './use-views.ts';
import styles from './views.module.css';

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
export function NameForm({ title, confirm, name, onSave, onClose, children }: NameFormProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [wrongName, setWrongName] = useState<string>();
  const [problem, setProblem] = useState('');
  const explain = async (error: unknown) => {
    const key = error instanceof HttpError ? error.errors.name?.key : undefined;
    if (key === 'errors.unique') setWrongName(t('manager.views.taken'));
    else setProblem(key === 'errors.tooManyViews' ? t('manager.views.tooMany') : await describeError(error));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = String(form.get('name')).trim();
    setProblem('');
    setWrongName(typed === '' ? t('manager.views.required') : undefined);
    if (typed === '') return;
    setBusy(true);
    try {
      await onSave(typed, form);
      onClose();
    } catch (error) {
      await explain(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('manager.views.name')}
          name="name"
          defaultValue={name}
          error={wrongName}
          maxLength={100}
          dir="auto"
          autoComplete="off"
        />
        {children}
        <FormError text={problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Renders the form that renames a view. */
export default function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
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
