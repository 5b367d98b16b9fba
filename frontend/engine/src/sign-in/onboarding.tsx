import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { useNameForm } from '#frontend/shell/components/use-name-form.ts';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import styles from './form.module.css';
import { LoginFrame } from './login-layout.tsx';

const SignOutDialog = lazyDialog(() => import('#frontend/shell/session/sign-out-dialog.tsx'));

/** Renders the onboarding form, which asks new users for a name, instead of the requested page. */
export function Component() {
  const { t } = useTranslation();
  const { email, name } = currentSession()!.user;
  const [signingOut, setSigningOut] = useState(false);
  usePageTitle(t('login.onboarding.title'));
  const { form, field, busy } = useNameForm({
    onSaved: (name) => {
      focusOnHeading();
      // The home page greets with its heading, which the message would cover.
      if (location.pathname !== '/app') notify('success', t('login.onboarding.welcome', { name }));
    },
    failed: t('login.onboarding.failed'),
  });
  const { ref } = field;
  useEffect(() => ref.current?.focus(), [ref]);
  const account = (
    <div className={styles.account}>
      <p>
        {t('login.onboarding.signedInAs')} <bdi className="strong">{email}</bdi>
      </p>
      <Button variant="quiet" onClick={() => setSigningOut(true)}>
        {t('account.signOut.open')}
      </Button>
      {signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </div>
  );
  return (
    <LoginFrame below={account}>
      <div className={styles.head}>
        <h1>{t('login.onboarding.title')}</h1>
        <p className="soft">{t('login.onboarding.text')}</p>
      </div>
      <form className={styles.form} {...form}>
        <TextField {...field} defaultValue={name} />
        <Button variant="primary" type="submit" busy={busy}>
          {t('login.onboarding.submit')}
        </Button>
      </form>
    </LoginFrame>
  );
}
