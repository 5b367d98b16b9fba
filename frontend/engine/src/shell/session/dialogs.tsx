import { loginPath } from '@bindery/contract/api/redirect.ts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { notify } from '../components/toasts.tsx';
import { describeError } from '../http/describe-error.ts';
import { settings } from '../http/init.ts';
import styles from './dialogs.module.css';

const installCommand = 'npm install && npm start';

/** Renders the dialog that explains that this server is a read-only demo, and how to run your own. */
function DemoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { supportUrl } = settings();
  return (
    <Dialog title={t('common.demo.title')} onClose={onClose}>
      <p>{t('common.demo.text')}</p>
      <p>{t('common.demo.install')}</p>
      <pre className={styles.command} dir="ltr">
        {installCommand}
      </pre>
      {supportUrl && (
        <p>
          {t('common.demo.contact')} <a href={supportUrl}>{supportUrl.replace(/^mailto:/, '')}</a>
        </p>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Renders the dialog that offers to sign in again and to return to this page afterwards. */
function FreshSessionDialog({ onClose }: { onClose: () => void }) {
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

/** Renders the dialog of a demo server, or the one that offers to sign in again. */
export default function SessionDialog({ isDemo, onClose }: { isDemo: boolean; onClose: () => void }) {
  return isDemo ? <DemoDialog onClose={onClose} /> : <FreshSessionDialog onClose={onClose} />;
}
