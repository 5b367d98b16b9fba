import { useLocation, useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { loginPath } from '../auth/redirect.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { HttpError } from '../shell/http-error.ts';
import { notify } from '../shell/toasts.ts';

/** Whether the server wants a session that began not long ago for this. */
export const wantsFreshSession = (error: unknown): boolean =>
  error instanceof HttpError && (error.code === 'SESSION_EXPIRED' || error.code === 'SESSION_NOT_FRESH');

/** Offers to sign in again, and to come back here after that. */
export function FreshSessionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const location = useLocation();
  const navigate = useNavigate();

  async function signInAgain() {
    const result = await authProvider.logout();
    if (result.success) await navigate(loginPath(location));
    else notify('error', t('account.signOut.failed'));
  }

  return (
    <ConfirmDialog
      title={t('account.freshSession.title')}
      text={t('account.freshSession.text')}
      confirm={t('account.freshSession.confirm')}
      onConfirm={signInAgain}
      onClose={onClose}
    />
  );
}
