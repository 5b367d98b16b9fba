import { useEffect, useRef } from 'react';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../browser/use-media.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTheme } from '../theme/theme.ts';
import { toasterMounted } from './toasts.ts';
import './toaster.css';

/**
 * Where no toast covers a heading. Over the top bar of a wide window; not at its bottom, because a toast stays while the
 * pointer is over it, and so would block the button that was just pressed there. On phones above the bottom bar.
 */
const OFFSET = { top: 'calc(var(--banner) + 2px)' };
const PHONE_OFFSET = { bottom: 'calc(5rem + env(safe-area-inset-bottom))' };

/** Renders sonner with the product's limits: 3 toasts at once, 4 seconds each. */
export default function Toaster() {
  const { t } = useTranslation();
  const { dir } = useLanguage();
  const { dark } = useTheme();
  const isPhone = useMedia('(width < 768px)');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => toasterMounted(place.current!), []);
  return (
    <div ref={place} popover="manual" className="toasts">
      <Sonner
        position={isPhone ? 'bottom-center' : 'top-center'}
        offset={isPhone ? PHONE_OFFSET : OFFSET}
        mobileOffset={PHONE_OFFSET}
        theme={dark ? 'dark' : 'light'}
        dir={dir}
        visibleToasts={3}
        duration={4000}
        gap={14}
        containerAriaLabel={t('common.notifications')}
        toastOptions={{ closeButtonAriaLabel: t('common.close') }}
      />
    </div>
  );
}
