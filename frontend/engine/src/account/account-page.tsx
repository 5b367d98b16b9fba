import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keepPreference } from '#frontend/shell/auth/keep-preference.ts';
import { useSession } from '#frontend/shell/auth/session.ts';
import '#frontend/shell/components/choices.css';
import { Button } from '#frontend/shell/components/button.tsx';
import { isEmail } from '#frontend/shell/components/email.ts';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import { LanguageSelect, ThemeSelect } from '#frontend/shell/session/preferences.tsx';
import { useDraftOf } from '#frontend/shell/session/use-draft-of.ts';
import styles from './account-page.module.css';
import { ApiKeysSection } from './api-keys/api-keys-section.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangeName } from './change-name.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { newEmailDraft } from './new-email.ts';
import { ownSessionsTexts, SessionsSection } from './sessions-section.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { UserCard } from './user-card.tsx';

/** Renders the user's own account page. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle();
  return (
    <div className={styles.page}>
      <h1>{t('account.title')}</h1>
      <AccountSections />
    </div>
  );
}

/**
 * Renders the sections of the account page, which are the same in both areas. Query parameters:
 * `state=change-name` opens the drawer for the name; `newEmail` opens the drawer for the code sent to that
 * address.
 */
export function AccountSections() {
  const { t } = useTranslation();
  const session = useSession();
  const [parameters, setParameters] = useSearchParams();
  const typedEmail = useDraftOf<string>(newEmailDraft);
  const [changingEmail, setChangingEmail] = useState(typedEmail !== undefined);
  if (!session) return null;
  const { user } = session;
  const changingName = parameters.get('state') === 'change-name';
  const newEmail = parameters.get('newEmail') ?? '';
  const open = (drawer: { state?: string; newEmail?: string }) =>
    setParameters(drawer, { preventScrollReset: true });
  const close = () => setParameters({}, { preventScrollReset: true, replace: true });
  return (
    <div className={styles.sections}>
      <UserCard
        user={user}
        onChangeName={() => open({ state: 'change-name' })}
        onChangeEmail={() => setChangingEmail(true)}
      />
      <Preferences />
      <SessionsSection title={t('account.sessions.title')} {...ownSessionsTexts(t)} className={styles.card} />
      <ApiKeysSection className={styles.card} />
      <SignOut />
      <DeleteAccount />
      {changingName && <ChangeName name={user.name} onClose={close} />}
      {changingEmail && (
        <ChangeEmail
          typed={typedEmail}
          onSent={(sentTo) => {
            setChangingEmail(false);
            open({ newEmail: sentTo });
          }}
          onClose={() => setChangingEmail(false)}
        />
      )}
      {isEmail(newEmail) && !changingName && <ConfirmEmail newEmail={newEmail} onClose={close} />}
    </div>
  );
}

function Preferences() {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="preferences">
      <h2 id="preferences">{t('account.preferences')}</h2>
      <LanguageSelect onChange={(language) => keepPreference({ language })} />
      <ThemeSelect onChange={(theme) => keepPreference({ theme })} />
    </section>
  );
}

/** Renders the sign-out button, which asks for confirmation. */
function SignOut() {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        <LogOut size={18} aria-hidden="true" />
        {t('account.signOut.open')}
      </Button>
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </>
  );
}
