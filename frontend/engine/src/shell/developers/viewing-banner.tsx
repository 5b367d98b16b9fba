import * as product from 'virtual:bindery/product';
import { viewingCookie } from '@bindery/contract/api/developers/pages.ts';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.tsx';
import { notifyError } from '../components/notify-error.ts';
import { api } from '../http/api.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import styles from '../session/impersonation-banner.module.css';

/**
 * Renders the role as which a developer sees the product, with a button to stop; nothing otherwise. In no
 * build.
 */
export default function ViewingBanner() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const role = viewedRole();
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    if (role) void loadNamespaces('developers').then(() => setHasTexts(true));
  }, [role]);
  if (!role || !hasTexts) return null;

  async function stop() {
    setBusy(true);
    try {
      await api.developers.stopViewing();
      location.assign('/manager/developers');
    } catch (error) {
      setBusy(false);
      await notifyError(error, t('developers.viewing.failed'));
    }
  }

  return (
    <aside className={styles.banner} aria-label={t('developers.viewing.label')}>
      <p>
        <Eye size={20} aria-hidden="true" />
        {role === 'public' ? t('developers.viewing.public') : t('developers.viewing.role', { role })}
      </p>
      <Button busy={isBusy} onClick={stop}>
        {t('developers.viewing.stop')}
      </Button>
    </aside>
  );
}

/** Returns the role in the cookie; undefined without one. */
function viewedRole(): string | undefined {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  const value = cookies.find(([name]) => name === viewingCookie(product))?.[1];
  return value && decodeURIComponent(value);
}
