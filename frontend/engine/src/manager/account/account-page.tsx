import { useTranslation } from 'react-i18next';
import { AccountSections } from '#frontend/account/account-page.tsx';
import { Page } from '../layout/page.tsx';

/** Renders the user's own account page in the manager. */
export function Component() {
  const { t } = useTranslation();
  return (
    <Page title={t('account.title')} narrow>
      <AccountSections />
    </Page>
  );
}
