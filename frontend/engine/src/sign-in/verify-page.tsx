import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { isEmail } from '#frontend/shell/components/email.ts';
import { settings } from '#frontend/shell/http/init.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import styles from './form.module.css';
import { VerifyForm } from './verify-form.tsx';

/**
 * Renders the page that takes the code. Redirects to the login page if the URL has no valid email address.
 */
export function Component() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const email = parameters.get('email') ?? '';
  const redirect = parameters.get('redirect');
  const login = redirect ? `/login?${new URLSearchParams({ redirect })}` : '/login';
  usePageTitle();
  if (!isEmail(email)) return <Navigate to={login} replace />;
  return (
    <>
      <VerifyForm key={email} email={email} redirect={redirect} />
      <div className={styles.links}>
        {settings().outbox && <a href="/outbox">{t('login.codesInOutbox')}</a>}
        <AppLink className={buttonClass('quiet')} to={login}>
          {t('login.verify.otherEmail')}
        </AppLink>
      </div>
    </>
  );
}
