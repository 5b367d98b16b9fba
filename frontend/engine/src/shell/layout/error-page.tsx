import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button, buttonClass } from '../components/button.tsx';
import { optional, Sheets } from '../components/drawing.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import { AppLink } from './app-link.tsx';
import { Brand } from './brand.tsx';
import styles from './error-page.module.css';
import { usePageTitle } from './page-title.ts';

/** The kinds of errors, each with its texts. */
export type ErrorKind = '403' | '404' | '500' | 'offline' | 'unknown';

/** The content of an error page. */
export interface ErrorPageProps {
  kind: ErrorKind;
  /** Says what it is about, instead of the page. */
  title?: string;
  /** The button that may help, before those that lead away. */
  retry?: React.ReactNode;
  /** Rendered after the links. */
  children?: React.ReactNode;
}

const OtherAccount = optional(async () => {
  await loadNamespaces('account');
  return import('../session/other-account.tsx');
});

/** Renders a full-page error with links back and home. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <main className={styles.frame}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <ErrorMessage {...props} />
    </main>
  );
}

/** Renders the error inside a layout. */
export function ErrorMessage({ kind, title, retry, children }: ErrorPageProps) {
  const { t } = useTranslation();
  const heading = title ?? t(`common.errorPage.${kind}.title`);
  const navigate = useNavigate();
  const place = useRef<HTMLHeadingElement>(null);
  usePageTitle(heading);
  useEffect(() => place.current?.focus(), []);
  return (
    // Layouts then show their navigation, even if the page itself would have hidden it.
    <section className={styles.page} data-error-page={kind}>
      <div className={styles.drawing}>
        <Suspense>
          <Sheets kind={kind} />
        </Suspense>
      </div>
      <h1 ref={place} tabIndex={-1}>
        {heading}
      </h1>
      {/^\d/.test(kind) && <p className={styles.number}>{t('common.errorPage.number', { number: kind })}</p>}
      <p className={styles.text}>{t(`common.errorPage.${kind}.text`)}</p>
      <div className={styles.actions}>
        {retry}
        {/* Without a network, other pages may not open either. */}
        {kind !== 'offline' && (
          <>
            <Button onClick={() => (canGoBack() ? navigate(-1) : navigate('/'))}>{t('common.goBack')}</Button>
            <AppLink className={buttonClass(retry ? 'secondary' : 'primary')} to="/">
              {t('common.goHome')}
            </AppLink>
          </>
        )}
      </div>
      {kind === '403' && (
        // Its place is kept while it is loading: two lines and a button.
        <div className={styles.text} style={{ minBlockSize: '5.75rem' }}>
          <Suspense>
            <OtherAccount />
          </Suspense>
        </div>
      )}
      {children}
    </section>
  );
}

/** Returns whether there is a page to go back to; a link opened in a new tab has none. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? history.length > 1;
}
