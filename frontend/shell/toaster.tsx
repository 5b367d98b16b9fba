import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { useTexts } from '../i18n/use-texts.ts';
import { useTheme } from '../theme/theme.ts';
import { toasterMounted } from './toasts.ts';
import './toaster.css';

/** Sonner with our limits: 3 at once, 4 seconds each. */
export default function Toaster() {
  const { t, dir } = useTexts();
  const { dark } = useTheme();
  useEffect(toasterMounted, []);
  return (
    <Sonner
      position="top-center"
      theme={dark ? 'dark' : 'light'}
      dir={dir}
      visibleToasts={3}
      duration={4000}
      gap={14}
      containerAriaLabel={t('common.notifications')}
      toastOptions={{ closeButtonAriaLabel: t('common.close') }}
    />
  );
}
