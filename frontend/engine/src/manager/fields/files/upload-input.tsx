import { typeNames } from '@bindery/contract/records/files/type-names.ts';
import type { UploadRules } from '@bindery/contract/schema/fields/upload.ts';
import DisabledContext from 'antd/es/config-provider/DisabledContext';
import type { TFunction } from 'i18next';
import { useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { useLabels } from '../../labels.ts';
import { DropZone } from '../../upload/drop-zone.tsx';
import { refocus } from '../../upload/refocus.ts';
import { UploadProgress } from '../../upload/upload-progress.tsx';
import type { InputProps } from '../base/field.ts';
import styles from './files.module.css';
import { ShowFile, ShowImage } from './shown-file.tsx';
import { type UploadState, useUpload } from './use-upload.ts';

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
  const choose = () => chooser.current?.click();
  const rules = `${id}-rules`;
  return (
    <DropZone isOff={disabled} onDrop={upload.start}>
      <input
        ref={chooser}
        hidden
        type="file"
        accept={field.upload?.types?.join()}
        onChange={({ target }) => {
          if (target.files?.[0]) upload.start(target.files[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      {value && (field.upload?.isImage ? <ShowImage value={value} /> : <ShowFile value={value} />)}
      {running ? (
        <UploadProgress running={running} onCancel={() => refocus(button, upload.cancel)} id={id} />
      ) : (
        <div className={styles.actions}>
          {!value && (
            <span>{t(field.upload?.isImage ? 'manager.files.dropImage' : 'manager.files.dropFile')}</span>
          )}
          <Button
            ref={button}
            {...(id && { id })}
            aria-describedby={rules}
            aria-label={value ? t('manager.files.replace') : t('manager.files.chooseFor', { field: label })}
            disabled={disabled}
            onClick={choose}
          >
            {t(value ? 'manager.files.replace' : 'manager.files.choose')}
          </Button>
          {value && (
            <Button variant="quiet" disabled={disabled} onClick={() => refocus(button, upload.remove)}>
              {t('manager.files.remove')}
            </Button>
          )}
        </div>
      )}
      <small id={rules} className={styles.rules}>
        {field.upload && rulesText(field.upload, t)}
      </small>
      {failure && <Failed failure={failure} onRetry={upload.start} />}
      <span role="status" className={styles.status}>
        {upload.status}
      </span>
    </DropZone>
  );
}

const rulesText = ({ types, maxMB }: UploadRules, t: TFunction) =>
  types
    ? t('manager.files.rules', { types: typeNames(types), max: maxMB })
    : t('manager.files.rulesAny', { max: maxMB });

function Failed({
  failure,
  onRetry,
}: {
  failure: NonNullable<UploadState['failure']>;
  onRetry: (file: File) => void;
}) {
  const { t } = useTranslation();
  const { text, file } = failure;
  return (
    <div className={styles.failure}>
      <span role="alert">{text}</span>
      {file && <Button onClick={() => onRetry(file)}>{t('manager.files.retry')}</Button>}
    </div>
  );
}
