import { Outlet } from 'react-router';
import { Brand } from '../shell/brand.tsx';
import { LanguageSelect, ThemeSelect } from '../shell/preferences.tsx';
import styles from './login-layout.module.css';

/** The frame around signing in: the mark above, the choices a stranger may want below. */
export function Component() {
  return (
    <div className={styles.layout}>
      <header>
        <Brand />
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.preferences}>
        <LanguageSelect />
        <ThemeSelect />
      </footer>
    </div>
  );
}
