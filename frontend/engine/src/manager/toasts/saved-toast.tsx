import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { addresses } from '../resource.ts';

/** Shows that a record has been saved, with a link to it, except on its own page. */
export const notifySaved = (
  message: string,
  { resource, id }: { resource: string; id: string },
): Promise<void> => notify('success', message, { action: <ViewLink to={addresses.show(resource, id)} /> });

/** Toasts are rendered inside the router, and stay after a form navigates to the record. */
function ViewLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (pathname === to) return null;
  return (
    <AppLink className={buttonClass('quiet')} style={{ marginInlineStart: 'auto' }} to={to}>
      {t('manager.frame.view')}
    </AppLink>
  );
}
