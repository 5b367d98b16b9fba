import DisabledContext from 'antd/es/config-provider/DisabledContext';
import { type DragEvent, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typeNames } from '#contract/files/type-names.ts';
import { Button } from '../../../components/button.tsx';
import { useLabels } from '../../labels.ts';
import type { InputProps } from '../field.ts';
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
        className={styles.chooser}
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
        <Progress running={running} onCancel={() => refocus(button, upload.cancel)} id={id} />
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
        {rulesText(field.upload, t)}
      </small>
      {failure && <Failed failure={failure} onRetry={upload.start} />}
      <span role="status" className={styles.status}>
        {upload.status}
      </span>
    </DropZone>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

const rulesText = (rules: InputProps['field']['upload'], t: Translate) =>
  rules?.types
    ? t('manager.files.rules', { types: typeNames(rules.types), max: rules.maxMB })
    : t('manager.files.rulesAny', { max: rules?.maxMB });

/** Does what removes the button that has the focus, which goes to another one. */
function refocus(button: { readonly current: HTMLElement | null }, act: () => void) {
  act();
  requestAnimationFrame(() => button.current?.focus());
}

interface DropZoneProps {
  readonly isOff: boolean;
  readonly onDrop: (file: File) => void;
  readonly children: React.ReactNode;
}

/** Takes files that are dropped or pasted. Everything it does can be done by its button too. */
function DropZone({ isOff, onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (isOff || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const take = (files: FileList | undefined) => {
    if (!isOff && files?.[0]) onDrop(files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the pointer only
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }) => take(clipboardData.files)}
    >
      {children}
    </div>
  );
}

interface ProgressProps {
  readonly id: string | undefined;
  readonly running: NonNullable<UploadState['running']>;
  readonly onCancel: () => void;
}

function Progress({ id, running: { name, part }, onCancel }: ProgressProps) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part);
  const text = t(part < 1 ? 'manager.files.uploading' : 'manager.files.processing', { name });
  return (
    <div className={styles.progress}>
      <span className={styles.name}>{text}</span>
      {part < 1 ? <progress value={part} aria-label={text} /> : <progress aria-label={text} />}
      <span aria-hidden="true">{part < 1 && percent}</span>
      {/* Otherwise the label of the field would name it. */}
      <Button {...(id && { id })} aria-label={t('manager.files.cancel')} onClick={onCancel}>
        {t('manager.files.cancel')}
      </Button>
    </div>
  );
}

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
