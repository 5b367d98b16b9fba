import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Button, buttonClass } from '../components/button.tsx';
import { Sheets } from '../components/drawing.ts';
import { AppLink } from './app-link.tsx';
import { Brand } from './brand.tsx';
import styles from './error-page.module.css';
import { usePageTitle } from './page-title.ts';

/** The kinds of errors, each with its texts. */
export type ErrorKind = '403' | '404' | '500' | 'offline' | 'unknown';

/** The content of an error page. */
export interface ErrorPageProps {
  kind: ErrorKind;
  /** The texts, if there are better ones than those of the kind. */
  title?: string;
  text?: string;
  /** Where to go, instead of home. */
  link?: React.ReactNode;
  /** The button that tries again, if that may help. */
  retry?: React.ReactNode;
  /** Rendered after the links. */
  children?: React.ReactNode;
}

/** Renders a full-page error with links back and home. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <main>
      <div className={styles.brand}>
        <Brand />
      </div>
      <ErrorMessage {...props} />
    </main>
  );
}

/** Renders the error inside a layout. */
export function ErrorMessage({ kind, title, text, link, retry, children }: ErrorPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownTitle = title ?? t(`common.errorPage.${kind}.title`);
  // Of the area whose page is missing.
  const home = kind === '404' && pathname.startsWith('/manager') ? '/manager' : '/';
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(shownTitle);
  useEffect(() => heading.current?.focus(), []);
  return (
    // Layouts then show their navigation, even if the page itself would have hidden it.
    <section className={styles.page} data-error-page>
      <div className={styles.drawing}>
        <Suspense>
          <Sheets />
        </Suspense>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {shownTitle}
      </h1>
      {/^\d/.test(kind) && <p className={styles.number}>{t('common.errorPage.number', { number: kind })}</p>}
      <p className={styles.text}>{text ?? t(`common.errorPage.${kind}.text`)}</p>
      <div className={styles.actions}>
        {retry}
        <Button onClick={() => (canGoBack() ? navigate(-1) : navigate(home))}>{t('common.goBack')}</Button>
        {link ?? (
          <AppLink className={buttonClass(retry ? 'secondary' : 'primary')} to={home}>
            {t('common.goHome')}
          </AppLink>
        )}
      </div>
      {children}
    </section>
  );
}

/** Returns whether there is a page to go back to; a link opened in a new tab has none. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? history.length > 1;
}
