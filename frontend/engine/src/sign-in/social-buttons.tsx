import { safeRedirect } from '@bindery/contract/api/redirect.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { settings } from '#frontend/shell/http/init.ts';
import styles from './form.module.css';

/** Renders one button for each social provider that the server is configured with. */
export function SocialButtons({ redirect }: { redirect: string }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState('');
  const { providers } = settings();
  if (providers.length === 0) return null;

  async function goTo(provider: string) {
    setProblem('');
    try {
      await callAuth('/sign-in/social', {
        provider,
        // The login page redirects signed-in visitors to their default page.
        callbackURL: safeRedirect(redirect) ?? '/login',
        errorCallbackURL: '/login/error',
      });
    } catch (error) {
      setProblem(await describeError(error));
    }
  }

  return (
    <>
      <p className={styles.or}>{t('login.or')}</p>
      <div className={styles.form}>
        {providers.map(({ id, label }) => (
          <Button key={id} onClick={() => goTo(id)}>
            {t('login.continueWith', { provider: label })}
          </Button>
        ))}
        <FormError text={problem} />
      </div>
    </>
  );
}
