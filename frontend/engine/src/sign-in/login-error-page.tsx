import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import styles from './form.module.css';
import { LoginFrame } from './login-layout.tsx';

const cases = ['signup_disabled', 'access_denied', 'unknown_error'] as const;

/** Renders the error page of a failed social sign-in, which distinguishes three cases. */
export function Component() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const kind = cases.find((known) => known === parameters.get('error')) ?? 'unknown_error';
  const title = t(`login.error.${kind}.title`);
  usePageTitle(title);
  return (
    <LoginFrame>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className="soft">{t(`login.error.${kind}.text`)}</p>
      </div>
      <AppLink className={buttonClass('primary')} to="/login">
        {t('login.error.backToLogin')}
      </AppLink>
    </LoginFrame>
  );
}
