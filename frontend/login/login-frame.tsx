import type { ReactNode } from 'react';
import { BookSpines } from '../components/book-spines.tsx';
import { Brand } from '../layout/brand.tsx';
import styles from './login-frame.module.css';

/** The frame of everything around signing in: the mark above, a sheet in the middle, and what may stand below. */
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
