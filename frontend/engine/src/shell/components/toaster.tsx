import { useEffect, useRef } from 'react';
import { type ExternalToast, Toaster as Sonner, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../browser/use-media.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTheme } from '../theme/theme.ts';
import { type ToastKind, toasterMounted } from './toasts.tsx';
import './toaster.css';

/**
 * Below the top bar of a wide window, beside the heading, and above the bottom bar of a phone. Not at the
 * bottom of a wide window, because a toast stays while the pointer is over it, and so would block the button
 * that was just pressed there.
 */
const OFFSET = { top: 'var(--below-top-bar)' };
const PHONE_OFFSET = {
  top: 'var(--below-top-bar)',
  bottom: 'calc(var(--above-bottom-bar, 5rem) + env(safe-area-inset-bottom))',
};

/** Shows a toast; a failure at the top, because the button to try again may be at the bottom of a phone. */
export function show(kind: ToastKind, message: string, options?: ExternalToast): void {
  const isFailure = kind === 'error' || kind === 'warning';
  toast[kind](message, { ...options, ...(isFailure && { position: 'top-center' }) });
}

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
