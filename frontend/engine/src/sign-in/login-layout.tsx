import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Drawing } from '#frontend/shell/components/drawing.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { LanguageSelect, ThemeSelect } from '#frontend/shell/session/preferences.tsx';
import styles from './login-layout.module.css';

/** Layout of the sign-in routes, with the language and theme selects below. */
export function Component() {
  const preferences = (
    <>
      <LanguageSelect />
      <ThemeSelect />
    </>
  );
  return (
    <LoginFrame below={preferences}>
      <Outlet />
    </LoginFrame>
  );
}

/** Layout of all sign-in pages: the logo, a sheet with the content, and an optional part below. */
export function LoginFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.layout}>
      <header>
        <AppLink to="/">
          <Brand />
        </AppLink>
      </header>
      <main className={styles.main}>
        {Drawing && (
          <div className={styles.drawing}>
            <Drawing />
          </div>
        )}
        {children}
      </main>
      <footer className={styles.preferences}>{below}</footer>
    </div>
  );
}
