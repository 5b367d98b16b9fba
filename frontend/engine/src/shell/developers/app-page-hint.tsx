import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../i18n/i18n.ts';
import { AppPage } from './app-page.tsx';
import styles from './first-steps.module.css';
import { withCode } from './with-code.tsx';

/** Renders how a product adds a page to the app, on the home page of users without one. In no build. */
export default function AppPageHint() {
  const { t } = useTranslation();
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    void loadNamespaces('developers').then(() => setHasTexts(true));
  }, []);
  if (!hasTexts) return null;
  return (
    <section className={styles.card} aria-labelledby="app-page">
      <h2 id="app-page">{t('developers.firstSteps.appPage.title')}</h2>
      <AppPage resource="tools" docs="docs" />
      <p className={styles.soft}>{withCode(t('developers.firstSteps.only'))}</p>
    </section>
  );
}
