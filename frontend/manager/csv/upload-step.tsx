import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import styles from './import.module.css';
import type { ImportSteps } from './use-import.ts';

/** The limit that the server has too, in MB. */
const LARGEST_MB = 100;

/** Renders the choice of the file. */
export function UploadStep({ steps }: { steps: ImportSteps }) {
  const { t } = useTranslation();
  const id = useId();
  const [file, setFile] = useState<File>();
  const isTooLarge = file !== undefined && file.size > LARGEST_MB * 1024 * 1024;
  return (
    <>
      <p id={`${id}hint`}>{t('csv.import.fileHint', { max: LARGEST_MB })}</p>
      <label className={styles.field} htmlFor={id}>
        {t('csv.import.file')}
      </label>
      <input
        id={id}
        className={styles.input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-describedby={`${id}hint`}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {isTooLarge && <p role="alert">{t('csv.import.tooLarge', { max: LARGEST_MB })}</p>}
      <div>
        <Button
          variant="primary"
          busy={steps.isBusy}
          aria-disabled={!file || isTooLarge}
          onClick={() => file && !isTooLarge && steps.upload(file)}
        >
          {t('csv.import.upload')}
        </Button>
      </div>
    </>
  );
}
