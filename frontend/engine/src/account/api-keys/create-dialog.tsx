import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { isExplainedByDialog } from '#frontend/shell/components/notify-error.ts';
import selectStyles from '#frontend/shell/components/select.module.css';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import styles from './api-keys.module.css';
import { type CreatedApiKey, createApiKey } from './api-keys.ts';

const DAY_MS = 24 * 60 * 60_000;
const LONGEST_NAME = 255;

/** The validity of a key in days; null until it is revoked. */
const terms = { days30: 30, days90: 90, year: 365, endless: null } as const;
type Term = keyof typeof terms;

interface Props {
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onClose: () => void;
}

/** Renders the drawer that creates an API key. */
export function CreateDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const name = String(given.get('name')).trim();
    setWrong(name === '' ? t('common.name.required') : undefined);
    setProblem('');
    if (name === '') return field.current!.focus();
    const days = terms[given.get('term') as Term];
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    setBusy(true);
    try {
      onCreated(await createApiKey({ name, expiresAt, readOnly: given.get('readOnly') === 'on' }));
    } catch (error) {
      const isFull = error instanceof HttpError && error.status === 409;
      if (isFull) setProblem(t('account.apiKeys.create.tooMany'));
      else if (!isExplainedByDialog(error)) setProblem(await describeError(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('account.apiKeys.create.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={t('common.name.label')}
          hint={t('account.apiKeys.create.nameHint')}
          error={wrong}
          name="name"
          maxLength={LONGEST_NAME}
          autoComplete="off"
          dir="auto"
          onChange={() => setWrong(undefined)}
        />
        <div className={styles.choice}>
          <label htmlFor={id}>{t('account.apiKeys.create.term')}</label>
          <select id={id} className={selectStyles.select} name="term" defaultValue="days90">
            {(Object.keys(terms) as Term[]).map((term) => (
              <option key={term} value={term}>
                {t(`account.apiKeys.create.terms.${term}`)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label className={styles.check}>
            <input type="checkbox" name="readOnly" aria-describedby={`${id}-hint`} />
            {t('account.apiKeys.readOnly')}
          </label>
          <p id={`${id}-hint`} className={styles.hint}>
            {t('account.apiKeys.create.readOnlyHint')}
          </p>
        </div>
        <FormError text={problem} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {t('account.apiKeys.create.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
