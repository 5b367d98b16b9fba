import { useEffect, useRef } from 'react';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { useTheme } from '../theme/theme.ts';
import { toasterMounted } from './toasts.ts';
import './toaster.css';

/**
 * A toast stays while the pointer is over it: above a button that was just pressed, it would block the button
 * permanently.
 */
const BELOW_TOP_BAR = { top: 'var(--below-top-bar)' };

/** Renders sonner with the product's limits: 3 toasts at once, 4 seconds each. */
export default function Toaster() {
  const { t } = useTranslation();
  const { dir } = useLanguage();
  const { dark } = useTheme();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => toasterMounted(place.current!), []);
  return (
    <div ref={place} popover="manual" className="toasts">
      <Sonner
        position="top-center"
        offset={BELOW_TOP_BAR}
        mobileOffset={BELOW_TOP_BAR}
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
