import { loginPath } from '@bindery/contract/api/redirect.ts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../auth/session.ts';
import { signOut } from '../auth/sign-out.ts';
import { Button } from '../components/button.tsx';
import { notifyError } from '../components/notify-error.ts';
import styles from './other-account.module.css';

/** Says whose account has no access, and offers to sign in with another one, which returns to the page. */
export default function OtherAccount() {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const email = useSession()?.user.email;
  if (!email) return null;
  const change = async () => {
    const { error } = await signOut();
    if (error) return void notifyError(error, t('account.signOut.failed'));
    await navigate(loginPath(location), { replace: true });
  };
  return (
    <>
      <p className={styles.account} title={email}>
        {t('account.signOut.as', { email })}
      </p>
      <Button variant="quiet" action={change}>
        {t('account.signOut.other')}
      </Button>
    </>
  );
}
