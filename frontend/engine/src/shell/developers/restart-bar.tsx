import { FAILED_START, RESTART_EVENT } from '@bindery/contract/api/developers/pages.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../i18n/i18n.ts';
import styles from './restart-bar.module.css';
import { withCode } from './with-code.tsx';

/** How often a page whose server has stopped looks whether a start has failed. */
const LOOK_EVERY_MS = 500;

/** What the bar uses of Vite's connection to the server. */
interface Hot {
  on(event: string, listener: (event: { files: string[] }) => void): unknown;
  off(event: string, listener: (event: { files: string[] }) => void): unknown;
}

/**
 * Renders a bar while the development server restarts, or is stopped. Vite reloads the page once the server
 * is back; if the server cannot start, the page is reloaded to show why. In no build.
 */
export default function RestartBar({ hot = import.meta.hot }: { hot?: Hot | undefined }) {
  const { t } = useTranslation();
  const files = useRestart(hot);
  if (!files) return null;
  return (
    <p className={styles.bar} role="status">
      {files.length > 0
        ? withCode(t('developers.restart.changed', { files: files.map((file) => `\`${file}\``).join(', ') }))
        : withCode(t('developers.restart.stopped'))}
    </p>
  );
}

/** Returns the files whose change restarts the server, none if it has stopped; undefined while it runs. */
function useRestart(hot: Hot | undefined): readonly string[] | undefined {
  const [files, setFiles] = useState<readonly string[]>();
  useEffect(() => {
    // No text can be loaded from a server that has stopped.
    void loadNamespaces('developers');
    let timer: ReturnType<typeof setInterval> | undefined;
    const onRestart = (event: { files: string[] }) => setFiles(event.files);
    const onDisconnect = () => {
      setFiles((known) => known ?? []);
      timer ??= setInterval(reloadIfFailed, LOOK_EVERY_MS);
    };
    hot?.on(RESTART_EVENT, onRestart);
    hot?.on('vite:ws:disconnect', onDisconnect);
    return () => {
      clearInterval(timer);
      hot?.off(RESTART_EVENT, onRestart);
      hot?.off('vite:ws:disconnect', onDisconnect);
    };
  }, [hot]);
  return files;
}

async function reloadIfFailed() {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (response?.headers.has(FAILED_START)) location.reload();
}
