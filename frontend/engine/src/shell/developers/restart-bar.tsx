import {
  type ChangedProduct,
  FAILED_START,
  PRODUCT_EVENT,
  RESTART_EVENT,
} from '@bindery/contract/api/developers/pages.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import button from '../components/button.module.css';
import { loadNamespaces } from '../i18n/i18n.ts';
import { probe } from '../layout/chunk-reload.ts';
import styles from './restart-bar.module.css';
import { showProduct } from './show-changed.ts';
import { withCode } from './with-code.tsx';

/** How often a page whose server has stopped looks whether a start has failed. */
const LOOK_EVERY_MS = 500;

/** What the server announces; each event has a part of it. */
type Announced = ChangedProduct & { readonly file: string };

/** What the bar uses of Vite's connection to the server. */
type Hot = Record<'on' | 'off', (event: string, listener: (announced: Announced) => unknown) => unknown>;

/**
 * Renders a note while the development server restarts, or is stopped. Vite reloads the page once the server
 * is back; if the server cannot start, the page is reloaded to show why. In no build.
 */
export default function RestartBar({ hot = import.meta.hot }: { hot?: Hot | undefined }) {
  const { t } = useTranslation();
  const file = useRestart(hot);
  if (file === undefined) return null;
  return (
    <p className={styles.bar} role="status">
      {file && <span className={button.spinner} aria-hidden="true" />}
      <span>
        {withCode(
          file ? t('developers.restart.changed', { file: `\`${file}\`` }) : t('developers.restart.stopped'),
        )}
      </span>
    </p>
  );
}

/** Returns the file whose change restarts the server, '' if it has stopped; undefined while it runs. */
function useRestart(hot: Hot | undefined): string | undefined {
  const [file, setFile] = useState<string>();
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    // No text can be loaded from a server that has stopped.
    loadNamespaces('developers').then(
      () => setHasTexts(true),
      () => {},
    );
    let timer: ReturnType<typeof setInterval> | undefined;
    const listeners = Object.entries({
      [RESTART_EVENT]: ({ file }: Announced) => setFile(file),
      'vite:ws:disconnect': () => {
        setFile((known) => known ?? '');
        timer ??= setInterval(reloadIfFailed, LOOK_EVERY_MS);
      },
      'vite:beforeFullReload': untilAnswered,
      [PRODUCT_EVENT]: showProduct,
    });
    for (const [event, listener] of listeners) hot?.on(event, listener);
    return () => {
      clearInterval(timer);
      for (const [event, listener] of listeners) hot?.off(event, listener);
    };
  }, [hot]);
  return hasTexts ? file : undefined;
}

/**
 * Delays a reload by Vite, which waits for it: the same change often restarts the server a moment later, and
 * a page that is reloaded then is replaced by an error of the browser.
 */
async function untilAnswered() {
  do await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  while (!(await probe()));
}

async function reloadIfFailed() {
  const response = await probe();
  if (response?.headers.has(FAILED_START)) location.reload();
}
