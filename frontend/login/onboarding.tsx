import { type FormEvent, useRef, useState } from 'react';
import { callAuth } from '../auth/auth-client.ts';
import { currentSession } from '../auth/session.ts';
import type { TextKey } from '../i18n/keys.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { notifyFailure } from '../shell/failure.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { nameProblem } from '../shell/person-name.ts';
import { TextField } from '../shell/text-field.tsx';
import { notify } from '../shell/toasts.ts';
import { focusOnHeading } from '../shell/use-focus-on-heading.ts';
import styles from './form.module.css';
import { LoginFrame } from './login-frame.tsx';

/** Asks a newcomer for a name, in place of whichever page they came for. */
export function Component() {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<TextKey>();
  const [busy, setBusy] = useState(false);
  usePageTitle(t('login.onboarding.title'));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = field.current!.value.trim();
    const found = nameProblem(name);
    setWrong(found);
    if (found) return field.current!.focus();
    setBusy(true);
    try {
      await callAuth('/update-user', { name });
      focusOnHeading();
      notify('success', t('login.onboarding.welcome', { name }));
    } catch (error) {
      notifyFailure(error, t('login.onboarding.failed'));
      setBusy(false);
    }
  }

  return (
    <LoginFrame>
      <div className={styles.head}>
        <h1>{t('login.onboarding.title')}</h1>
        <p className={styles.soft}>{t('login.onboarding.text')}</p>
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={t('common.name.label')}
          error={wrong && t(wrong)}
          name="name"
          autoComplete="name"
          defaultValue={currentSession()?.user.name}
          onChange={() => setWrong(undefined)}
        />
        <Button look="primary" type="submit" busy={busy}>
          {t('login.onboarding.submit')}
        </Button>
      </form>
    </LoginFrame>
  );
}
