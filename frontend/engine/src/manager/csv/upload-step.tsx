import { BYTE_ORDER_MARK } from '@bindery/contract/records/csv.ts';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useResource } from '../resource.ts';
import { DropZone } from '../upload/drop-zone.tsx';
import { refocus } from '../upload/refocus.ts';
import { UploadProgress } from '../upload/upload-progress.tsx';
import { saveFile } from './download.ts';
import styles from './import.module.css';
import type { ImportSteps } from './use-import.ts';
import { useImportTargets } from './use-import-targets.ts';

/** The limit that the server has too, in MB. */
const LARGEST_MB = 100;
const isLarge = ({ size }: File) => size > LARGEST_MB * 1024 * 1024;

/** Renders the choice of the file, which is uploaded at once, with its progress. */
export function UploadStep({ steps }: { steps: ImportSteps }) {
  const { t } = useTranslation();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File>();
  const isTooLarge = file !== undefined && isLarge(file);
  const take = (chosen: File) => {
    setFile(chosen);
    if (!isLarge(chosen)) void steps.upload(chosen);
  };
  const { uploading, problem } = steps;
  const templateFile = useTemplate();
  return (
    <DropZone isOff={steps.isBusy} onDrop={take}>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => {
          if (target.files?.[0]) take(target.files[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      <div className={styles.drop}>
        {uploading ? (
          <UploadProgress running={uploading} onCancel={() => refocus(button, uploading.cancel)} />
        ) : (
          <>
            <FileUp size={32} aria-hidden="true" />
            <span>{t('manager.files.dropFile')}</span>
            <div className={styles.choice}>
              <Button
                ref={button}
                variant="primary"
                busy={steps.isBusy}
                aria-describedby={`${id}hint`}
                onClick={() => chooser.current?.click()}
              >
                {t('manager.files.choose')}
              </Button>
              {file && problem && !isTooLarge && (
                <Button onClick={() => take(file)}>{t('manager.files.retry')}</Button>
              )}
            </div>
          </>
        )}
        <small id={`${id}hint`} className={styles.hint}>
          {t('csv.import.fileHint', { max: LARGEST_MB })}
        </small>
        {isTooLarge && <p role="alert">{t('csv.import.tooLarge', { max: LARGEST_MB })}</p>}
        {!uploading && (
          <Button variant="quiet" onClick={() => saveFile(templateFile())}>
            {t('csv.import.template')}
          </Button>
        )}
      </div>
    </DropZone>
  );
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Returns a function that creates a file with only the headings of the writable fields. */
function useTemplate() {
  const { name, fields } = useResource();
  const targets = useImportTargets();
  return () => {
    const filled = targets.filter((target) => fields[target.name] && !fields[target.name]!.isFixed);
    const headings = filled.map(({ label }) => quoted(label)).join(',');
    return new File([`${BYTE_ORDER_MARK}${headings}\r\n`], `${name}.csv`, { type: 'text/csv' });
  };
}
