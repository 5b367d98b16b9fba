import type { ReactNode } from 'react';
import { BookSpines } from '../components/book-spines.tsx';
import { Brand } from '../layout/brand.tsx';
import styles from './login-frame.module.css';

/** Layout of all sign-in pages: the logo, a sheet with the content, and an optional part below. */
export function LoginFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.layout}>
      <header>
        <Brand />
      </header>
      <main className={styles.main}>
        <div className={styles.spines}>
          <BookSpines />
        </div>
        {children}
      </main>
      <footer className={styles.preferences}>{below}</footer>
    </div>
  );
}
