import { VenetianMask } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '#contract/init.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from './button.tsx';
import { explain } from './explain.ts';
import { http } from './http.ts';
import styles from './impersonation-banner.module.css';
import { notify } from './toasts.ts';

/** Says as whom an admin acts, and leads back to their own session. */
export default function ImpersonationBanner({ user }: { user: Person }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);

  async function stop() {
    setBusy(true);
    try {
      await http.post('/api/account/stop-impersonating');
      // Everything on the page was somebody else's: start anew.
      location.assign('/manager/users');
    } catch (error) {
      notify('error', await explain(error));
      setBusy(false);
    }
  }

  return (
    <aside className={styles.banner} aria-label={t('common.impersonation.label')}>
      <VenetianMask size={20} aria-hidden="true" />
      <p>{t('common.impersonation.text', { name: user.name || user.email })}</p>
      <Button busy={busy} onClick={stop}>
        {t('common.impersonation.stop')}
      </Button>
    </aside>
  );
}
