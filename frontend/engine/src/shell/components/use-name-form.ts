import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAuth } from '../auth/auth-client.ts';
import type { TextKey } from '../i18n/keys.ts';
import { notifyError } from './notify-error.ts';
import { nameProblem } from './user-name.ts';

/** The options of a name form. */
interface NameFormState {
  /** Called after the name has been saved. */
  onSaved: (name: string) => void;
  /** The message shown if saving fails. */
  failed: string;
}

/** Provides the form in which users set their name. Returns the props of the form and of its field. */
export function useNameForm({ onSaved, failed }: NameFormState) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<TextKey>();
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = field.current!.value.trim();
    const found = nameProblem(name);
    setError(found);
    if (found) return field.current!.focus();
    setBusy(true);
    try {
      await callAuth('/update-user', { name });
      onSaved(name);
    } catch (error) {
      notifyError(error, failed);
      setBusy(false);
    }
  }

  return {
    busy,
    form: { onSubmit, noValidate: true },
    field: {
      ref: field,
      label: t('common.name.label'),
      error: error && t(error),
      name: 'name',
      autoComplete: 'name',
      onChange: () => setError(undefined),
    },
  };
}
