import { typeNames } from '@bindery/contract/records/files/type-names.ts';
import {
  UPLOAD_FAILED,
  UPLOADING,
  type UploadedFile,
  type UploadRules,
} from '@bindery/contract/schema/fields/upload.ts';
import DisabledContext from 'antd/es/config-provider/DisabledContext';
import type { TFunction } from 'i18next';
import { FileUp, ImageUp } from 'lucide-react';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FieldMessage } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { loadNamespaces, translate } from '#frontend/shell/i18n/i18n.ts';
import { errorTexts } from '../../field-errors.ts';
import { useLabels } from '../../labels.ts';
import { DropZone, refocus, UploadProgress } from '../../upload/drop-zone.tsx';
import { uploadFile } from '../../upload/send-file.ts';
import { isUnfinished, valueBefore } from '../../upload/unfinished-upload.ts';
import type { InputProps } from '../base/field.ts';
import { rememberFile, ShowFile, ShowImage } from './file-kind.tsx';
import styles from './files.module.css';

/** Lets the user upload the file of a field: chosen, dropped, pasted, or taken by the camera of a phone. */
export default function UploadInput(props: InputProps) {
  const { id, resource, field } = props;
  const { t } = useTranslation();
  const labels = useLabels();
  const disabled = useContext(DisabledContext) ?? false;
  const upload = useUpload(props);
  const { value, running, failure } = upload;
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const label = labels.field(resource, field);
  const rules = `${id}-rules`;
  const name = running
    ? t('manager.files.cancel')
    : value
      ? t('manager.files.replace')
      : t('manager.files.chooseFor', { field: label });
  const Icon = field.upload?.isImage ? ImageUp : FileUp;
  return (
    <>
      <DropZone
        isOff={disabled}
        isInvalid={failure !== undefined}
        chooser={chooser}
        accept={field.upload?.types?.join()}
        onFile={upload.start}
      >
        <div className={styles.content} data-image={(value && field.upload?.isImage) || undefined}>
          {value && (field.upload?.isImage ? <ShowImage value={value} /> : <ShowFile value={value} />)}
          <div className={styles.controls}>
            <div className={styles.actions}>
              {running && <UploadProgress running={running} />}
              {!running && !value && (
                <>
                  <Icon className={styles.icon} size={24} aria-hidden="true" />
                  <span className={styles.drop}>
                    {t(field.upload?.isImage ? 'manager.files.dropImage' : 'manager.files.dropFile')}
                  </span>
                </>
              )}
              {/* One button in every state of the upload, which thus retains the focus. */}
              <Button
                ref={button}
                {...(id && { id })}
                aria-describedby={`${rules} ${rules}-error`}
                aria-label={name}
                disabled={disabled}
                onClick={running ? upload.cancel : () => chooser.current?.click()}
              >
                {running || value ? name : t('manager.files.choose')}
              </Button>
              {value && (
                <Button variant="quiet" disabled={disabled} onClick={() => refocus(button, upload.remove)}>
                  {t('manager.files.remove')}
                </Button>
              )}
            </div>
            <small id={rules} className={styles.rules}>
              {field.upload && rulesText(field.upload, t)}
            </small>
          </div>
        </div>
        <span role="status" className="only-for-screen-readers">
          {upload.status}
        </span>
      </DropZone>
      {failure && (
        <Failed
          id={`${rules}-error`}
          failure={failure}
          onRetry={(file) => refocus(button, () => upload.start(file))}
          onCancel={() => refocus(button, upload.cancel)}
        />
      )}
    </>
  );
}

const rulesText = ({ types, maxMB }: UploadRules, t: TFunction) =>
  types
    ? t('manager.files.rules', { types: typeNames(types), max: maxMB })
    : t('manager.files.rulesAny', { max: maxMB });

interface FailedProps {
  readonly id: string;
  readonly failure: Failure;
  readonly onRetry: (file: File) => void;
  readonly onCancel: () => void;
}

/** Renders why an upload has failed, as the errors of other fields. */
function Failed({ id, failure: { text, file }, onRetry, onCancel }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.failure}>
      <FieldMessage id={id} error={text} />
      {file && <Button onClick={() => onRetry(file)}>{t('manager.files.retry')}</Button>}
      <Button variant="quiet" onClick={onCancel}>
        {t('manager.files.cancel')}
      </Button>
    </div>
  );
}

interface Failure {
  readonly text: string;
  /** The file to try again with; undefined if it would fail again. */
  readonly file: File | undefined;
}

/**
 * Uploads the files that are chosen for a field, one at a time; a cancelled upload restores its value.
 */
function useUpload({ resource, field, value, onChange }: InputProps) {
  const labels = useLabels();
  const [running, setRunning] = useState<{ readonly name: string; readonly part: number }>();
  const [failure, setFailure] = useState<Failure>();
  const [status, setStatus] = useState('');
  const upload = useRef<AbortController>(undefined);
  const hasStarted = useRef(false);
  // An upload finishes renders after it started. The form of that render would drop the value that it still
  // believes to have.
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  const unfinished = isUnfinished(value) ? value : undefined;
  const before = valueBefore(value);

  useEffect(() => () => upload.current?.abort(), []);
  // A draft may have been stored during an upload, which has stopped with its page. Not while an upload of
  // this page ends: React may run the effect only then, after the value that the upload leaves has been set.
  useEffect(() => {
    if (unfinished && !hasStarted.current) onChange?.(unfinished.before);
  }, [unfinished, onChange]);

  async function start(file: File) {
    upload.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    upload.current = controller;
    hasStarted.current = true;
    setFailure(undefined);
    setStatus(translate('manager.files.uploading', { name: file.name }));
    try {
      await rejectTooLarge(file);
      setRunning({ name: file.name, part: 0 });
      change.current?.({ id: UPLOADING, before });
      const onProgress = (part: number) => setRunning({ name: file.name, part });
      const about = { resource: resource.name, field: field.name };
      const uploaded = rememberFile(await uploadFile({ ...about, file, onProgress, signal }));
      setStatus(translate('manager.files.uploaded', { name: uploaded.name }));
      end(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const text = await textOf(error, file.name);
      const mayRetry = error instanceof HttpError && (error.status === 0 || error.status >= 500);
      setStatus('');
      setFailure({ text, file: mayRetry ? file : undefined });
      end({ id: UPLOAD_FAILED, before });
    }
  }

  function end(next: unknown) {
    upload.current = undefined;
    setRunning(undefined);
    change.current?.(next);
  }

  /** Spares the user the upload of a file that the server would reject. */
  async function rejectTooLarge(file: File) {
    const { maxMB = 0 } = field.upload ?? {};
    if (file.size <= maxMB * 1_000_000) return;
    const error = { key: 'errors.fileTooLarge', message: '', values: { max: maxMB } };
    throw new HttpError({ status: 413, statusText: '', body: { errors: { [field.name]: [error] } } });
  }

  async function textOf(error: unknown, name: string): Promise<string> {
    const known = error instanceof HttpError ? error.errors[field.name] : undefined;
    if (error instanceof HttpError && error.status === 0) return translate('manager.files.offline', { name });
    if (!known) return describeError(error);
    await loadNamespaces('errors');
    return errorTexts(resource, labels)(field.name, known);
  }

  return {
    /** The file of the field; undefined for none, also during an upload. */
    value: unfinished?.id === UPLOADING || !before ? undefined : (before as UploadedFile),
    running,
    failure,
    /** The latest event, for screen readers. */
    status,
    start,
    cancel: () => {
      upload.current?.abort();
      setFailure(undefined);
      setStatus(translate('manager.files.cancelled'));
      end(before);
    },
    remove: () => {
      setFailure(undefined);
      setStatus(translate('manager.files.removed'));
      onChange?.(undefined);
    },
  };
}
