import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { Skeleton } from '../shell/skeleton.tsx';
import { notify } from '../shell/toasts.ts';
import styles from './account-page.module.css';
import { revokeOtherSessions, revokeSession } from './session-item.ts';
import { SessionRow } from './session-row.tsx';
import { type SessionList, useSessions } from './use-sessions.ts';

/** Where the visitor is signed in, and how to end that one by one or all at once. */
export function Sessions() {
  const { t } = useTexts();
  const list = useSessions();
  const [asking, setAsking] = useState(false);
  const others = (list.sessions ?? []).some((session) => !session.current);

  async function end(call: () => Promise<unknown>, failed: string) {
    try {
      await call();
    } catch {
      notify('error', failed);
    }
    await list.reload();
  }

  return (
    <section className={styles.card} aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions.title')}</h2>
      <Rows list={list} onRevoke={(id) => end(() => revokeSession(id), t('account.sessions.revokeFailed'))} />
      {others && (
        <div>
          <Button look="danger" onClick={() => setAsking(true)}>
            {t('account.sessions.revokeOthers')}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t('account.sessions.revokeOthers')}
          text={t('account.sessions.revokeOthersText')}
          confirm={t('account.sessions.revokeOthersConfirm')}
          onConfirm={() => end(revokeOtherSessions, t('account.sessions.revokeAllFailed'))}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Rows({ list, onRevoke }: { list: SessionList; onRevoke: (id: string) => Promise<void> }) {
  const { t } = useTexts();
  if (list.failed) {
    return (
      <p role="alert">
        {t('account.sessions.failed')}{' '}
        <Button look="quiet" onClick={list.reload}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  }
  if (!list.sessions) return <Skeleton block="4.5rem" />;
  if (list.sessions.length === 0) return <p>{t('account.sessions.none')}</p>;
  return (
    <>
      <ul>
        {list.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => onRevoke(session.id)} />
        ))}
      </ul>
      {list.sessions.length < list.total && (
        <div>
          <Button onClick={list.loadMore}>{t('account.sessions.loadMore')}</Button>
        </div>
      )}
    </>
  );
}
