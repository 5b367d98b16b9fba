import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../components/skeleton.tsx';
import styles from './account-page.module.css';

// Few users have keys, so that the code is no part of the page. Where it cannot be loaded, the page still works.
const Section = lazy(async () => {
  try {
    const [{ ApiKeysSection }, { ownApiKeys }] = await Promise.all([
      import('./api-keys/api-keys-section.tsx'),
      import('./api-keys/api-keys.ts'),
    ]);
    return { default: () => <ApiKeysSection address={ownApiKeys} isOwn className={styles.card} /> };
  } catch {
    return { default: Unreachable };
  }
});

/** Renders the user's own API keys. */
export function OwnApiKeys() {
  return (
    <Suspense fallback={<Skeleton block="14rem" />}>
      <Section />
    </Suspense>
  );
}

function Unreachable() {
  const { t } = useTranslation();
  return <p role="alert">{t('common.unreachable')}</p>;
}
