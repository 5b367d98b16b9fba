import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#frontend/shell/auth/session.ts';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { initials } from '#frontend/shell/components/user-name.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import styles from './account-menu.module.css';

const Content = lazyDialog(
  async () => {
    const [content] = await Promise.all([import('./account-menu-content.tsx'), loadNamespaces('account')]);
    return content;
  },
  () => <Skeleton block="22rem" />,
);
const SignOutDialog = lazyDialog(async () => ({
  default: (await import('#frontend/account/sign-out-dialog.tsx')).SignOutDialog,
}));

const closePopover = () => document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();

/** Renders the button with the user's initials, which opens the account menu. */
export function AccountMenu() {
  const { t } = useTranslation();
  const user = useSession()?.user;
  const [signingOut, setSigningOut] = useState(false);
  if (!user) return null;
  const name = user.name || user.email;
  return (
    <>
      <Popover
        label={t('manager.frame.account')}
        buttonClassName={styles.button}
        button={
          <>
            <span className={styles.avatar} aria-hidden="true">
              {initials(name)}
            </span>
            <span className="only-for-screen-readers">{t('manager.frame.accountOf', { name })}</span>
          </>
        }
      >
        <Content
          user={user}
          onClose={closePopover}
          onSignOut={() => {
            closePopover();
            setSigningOut(true);
          }}
        />
      </Popover>
      {signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  );
}
