import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button, buttonClass } from '../components/button.tsx';
import { AppLink } from './app-link.tsx';
import styles from './error-page.module.css';
import { usePageTitle } from './page-title.ts';

export type ErrorKind = '403' | '404' | '500' | 'offline' | 'unknown';

export interface ErrorPageProps {
  kind: ErrorKind;
  /** More to say, or to do, between the text and the ways out. */
  children?: React.ReactNode;
}

/** A whole page that says what went wrong, with the ways back and home. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <main>
      <ErrorMessage {...props} />
    </main>
  );
}

/** The same inside a page's frame. */
export function ErrorMessage({ kind, children }: ErrorPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(t(`common.errorPage.${kind}.title`));
  useEffect(() => heading.current?.focus(), []);
  return (
    // Frames show their navigation beside it, also where the page itself would have stood alone.
    <section className={styles.page} data-error-page>
      {/^\d/.test(kind) && (
        <p className={styles.number} aria-hidden="true">
          {kind}
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {t(`common.errorPage.${kind}.title`)}
      </h1>
      <p className={styles.text}>{t(`common.errorPage.${kind}.text`)}</p>
      {children}
      <div className={styles.actions}>
        <Button onClick={() => (canGoBack() ? navigate(-1) : navigate('/'))}>{t('common.goBack')}</Button>
        <AppLink className={buttonClass('primary')} to="/">
          {t('common.goHome')}
        </AppLink>
      </div>
    </section>
  );
}

/** Whether there is a page to go back to: a tab that was opened for this one has none. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? history.length > 1;
}
