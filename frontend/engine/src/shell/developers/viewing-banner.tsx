import * as product from 'virtual:bindery/product';
import { viewingCookie } from '@bindery/contract/api/developers/viewing.ts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { notifyError } from '../components/notify-error.ts';
import { api } from '../http/api.ts';
import styles from '../session/impersonation-banner.module.css';

/**
 * Renders the role as which a developer sees the product, with a button to stop; nothing otherwise. For
 * developers, so in English only, and in no build.
 */
export default function ViewingBanner() {
  const [isBusy, setBusy] = useState(false);
  const role = viewedRole();
  if (!role) return null;

  async function stop() {
    setBusy(true);
    try {
      await api.developers.stopViewing();
      location.assign('/manager/developers');
    } catch (error) {
      setBusy(false);
      await notifyError(error, 'The view could not be ended.');
    }
  }

  return (
    <aside className={styles.banner} aria-label="View as" lang="en" dir="ltr">
      <p>
        <Eye size={20} aria-hidden="true" />
        You see the product as {role === 'public' ? 'somebody who is not signed in' : role}.
      </p>
      <Button busy={isBusy} onClick={stop}>
        Stop
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
