import { loginPath } from '@bindery/contract/api/redirect.ts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { notify } from '../components/toasts.tsx';
import { describeError } from '../http/describe-error.ts';

/** Renders the dialog that offers to sign in again and to return to this page afterwards. */
export default function FreshSessionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();

  async function signInAgain() {
    const result = await authProvider.logout();
    if (result.success) await navigate(loginPath(location), { replace: true });
    else notify('error', await describeError(result.error));
  }

  return (
    <ConfirmDialog
      title={t('common.freshSession.title')}
      text={t('common.freshSession.text')}
      confirm={t('common.freshSession.confirm')}
      onConfirm={signInAgain}
      onClose={onClose}
    />
  );
}
