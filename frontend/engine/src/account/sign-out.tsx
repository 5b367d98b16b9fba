import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Renders the sign-out button, which asks for confirmation. */
export function SignOut() {
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
