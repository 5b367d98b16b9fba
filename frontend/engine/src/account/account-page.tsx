import { AtSign, LogOut, Pencil, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { keepPreference } from '#frontend/shell/auth/preferences.ts';
import { useSession } from '#frontend/shell/auth/session.ts';
import '#frontend/shell/components/choices.css';
import type { SessionUser } from '@bindery/contract/records/init.ts';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { ActionRow } from '#frontend/shell/components/action-row.tsx';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { isEmail } from '#frontend/shell/components/email.ts';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { useNameForm } from '#frontend/shell/components/use-name-form.ts';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import { useDraftOf } from '#frontend/shell/session/drafts.ts';
import { LanguageSelect, ThemeSelect } from '#frontend/shell/session/preferences.tsx';
import SignOutDialog from '#frontend/shell/session/sign-out-dialog.tsx';
import styles from './account-page.module.css';
import { ApiKeysSection } from './api-keys-section.tsx';
import { ChangeEmail, ConfirmEmail, newEmailDraft } from './change-email.tsx';
import { SessionsSection } from './sessions-section.tsx';

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
      <SessionsSection title={t('account.sessions.title')} className={styles.card} />
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

/** Renders the sign-out button, apart from the edits, which asks for confirmation. */
function SignOut() {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <div className={styles.signOut}>
      <ActionRow icon={LogOut} mirrored onClick={() => setConfirming(true)}>
        {t('account.signOut.open')}
      </ActionRow>
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </div>
  );
}

interface UserCardProps {
  user: SessionUser;
  onChangeName: () => void;
  onChangeEmail: () => void;
}

/** Renders the signed-in user's name and email address, with rows to change them. */
function UserCard({ user, onChangeName, onChangeEmail }: UserCardProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.userCard} aria-labelledby="user">
      <div className={styles.user}>
        <Avatar name={user.name || user.email} size="3.5rem" />
        <div className={styles.words}>
          <h2 id="user">
            <bdi>{user.name}</bdi>
          </h2>
          <p className="soft">
            <bdi>{user.email}</bdi>
            {!user.emailVerified && <Badge tone="open">{t('account.notVerified')}</Badge>}
          </p>
        </div>
      </div>
      <ActionRow icon={Pencil} opensForm onClick={onChangeName}>
        {t('account.changeName.open')}
      </ActionRow>
      <ActionRow icon={AtSign} opensForm onClick={onChangeEmail}>
        {t('account.changeEmail.open')}
      </ActionRow>
    </section>
  );
}

/** Renders the drawer in which users change their name. */
function ChangeName({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, field, busy } = useNameForm({
    onSaved: () => {
      onClose();
      notify('success', t('account.changeName.saved'));
    },
    failed: t('account.changeName.failed'),
  });
  return (
    <Dialog title={t('account.changeName.title')} onClose={onClose}>
      <form className={styles.form} {...form}>
        <TextField {...field} defaultValue={name} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/**
 * Renders the button that deletes the user's own account, after a confirmation. The server requires a fresh
 * session.
 */
function DeleteAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);

  async function deleteAccount() {
    try {
      await callAuth('/delete-user');
      notify('success', t('account.delete.done'));
      await navigate('/login', { replace: true });
    } catch (error) {
      notifyError(error, t('account.delete.failed'));
    }
  }

  return (
    <section className={styles.card} aria-labelledby="delete">
      <h2 id="delete">{t('account.delete.title')}</h2>
      <p>{t('account.delete.hint')}</p>
      <ActionRow icon={UserX} danger onClick={() => setConfirming(true)}>
        {t('account.delete.open')}
      </ActionRow>
      {confirming && (
        <ConfirmDialog
          title={t('account.delete.question')}
          text={t('account.delete.text')}
          confirm={t('account.delete.confirm')}
          variant="danger"
          onConfirm={deleteAccount}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  );
}
