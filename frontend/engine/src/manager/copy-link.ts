import { useTranslation } from 'react-i18next';
import { notify } from '#frontend/shell/components/toasts.tsx';

/**
 * Returns a function that copies the address of a page, or shows it if the browser does not allow copying.
 */
export function useCopyLink() {
  const { t } = useTranslation();
  return async (path: string) => {
    const address = new URL(path, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      await notify('success', t('manager.table.linkCopied'));
    } catch {
      // It can still be copied by hand.
      await notify('info', address);
    }
  };
}
