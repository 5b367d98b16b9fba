import type { SessionUser } from '@bindery/contract/records/init.ts';
import { LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keepPreference } from '#frontend/shell/auth/preferences.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { LanguageSelect, ThemeSelect } from '#frontend/shell/session/preferences.tsx';
import styles from './manager-layout.module.css';

interface AccountMenuContentProps {
  user: SessionUser;
  onClose: () => void;
  onSignOut: () => void;
}

/** Renders the account menu: the user, a link to the account page, display preferences and sign-out. */
export default function AccountMenuContent({ user, onClose, onSignOut }: AccountMenuContentProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <p className={styles.user}>
        <span className="strong">
          <bdi>{user.name}</bdi>
        </span>
        <span className="text-muted">
          <bdi>{user.email}</bdi>
        </span>
      </p>
      <AppLink className={buttonClass('quiet', styles.entry)} to="/manager/account" onClick={onClose}>
        <UserRound size={18} aria-hidden="true" />
        {t('manager.menu.account')}
      </AppLink>
      <ThemeSelect onChange={(theme) => keepPreference({ theme })} />
      <LanguageSelect onChange={(language) => keepPreference({ language })} />
      <Button className={styles.entry} variant="quiet" onClick={onSignOut} aria-haspopup="dialog">
        <LogOut size={18} aria-hidden="true" />
        {t('account.signOut.open')}
      </Button>
    </div>
  );
}
