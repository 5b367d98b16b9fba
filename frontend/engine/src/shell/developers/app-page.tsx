import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.tsx';
import { notifyError } from '../components/notify-error.ts';
import { api } from '../http/api.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './first-steps.module.css';
import { withCode } from './with-code.tsx';

interface AppPageProps {
  /** The name of the resource whose records the page lists. */
  readonly resource: string;
  /** The texts of its files by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Renders how a product adds a page to the app: a list of records with a tab, whose files it can write. */
export function AppPage({ resource, files }: AppPageProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    // The step is ticked off once the server has restarted with them.
    await api.developers.writeAppPage().catch((error: unknown) => {
      setBusy(false);
      return notifyError(error, t('developers.firstSteps.appPage.failed'));
    });
  };
  return (
    <>
      <p>{withCode(t('developers.firstSteps.appPage.text', { address: `\`/app/${resource}\`` }))}</p>
      <p className={styles.buttons}>
        <Button variant="primary" busy={isBusy} onClick={write}>
          {t('developers.firstSteps.appPage.write')}
        </Button>
      </p>
      <details className={styles.files}>
        <summary>{t('developers.firstSteps.appPage.files')}</summary>
        {Object.entries(files).map(([file, text]) => (
          <details key={file}>
            <summary dir="ltr">{file}</summary>
            <CodeBlock text={text.trimEnd()} />
          </details>
        ))}
      </details>
      <p>
        <a href="/docs/extensions.md#pages">{t('developers.firstSteps.appPage.more')}</a>
      </p>
    </>
  );
}
