import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { settings } from '../http/init.ts';
import styles from './demo-dialog.module.css';

const installCommand = 'npm install && npm start';

/** Renders the dialog that explains that this server is a read-only demo, and how to run your own. */
export default function DemoDialog({ onClose }: { onClose: () => void }) {
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
