import { type DragEvent, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './upload.module.css';

interface DropZoneProps {
  /** Whether the zone currently takes no file. */
  readonly isOff: boolean;
  /** Its last file was rejected. */
  readonly isInvalid?: boolean;
  /** The hidden input of the zone, which a button in the zone clicks. */
  readonly chooser: RefObject<HTMLInputElement | null>;
  /** The types of files that the user may choose. */
  readonly accept: string | undefined;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Takes files that the user drops, pastes or chooses. */
export function DropZone({ isOff, isInvalid = false, chooser, accept, onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (isOff || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const take = (files: FileList | null) => {
    if (!isOff && files?.[0]) onFile(files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the pointer only
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      data-invalid={isInvalid || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }) => take(clipboardData.files)}
    >
      <input
        ref={chooser}
        hidden
        type="file"
        accept={accept}
        onChange={({ target }) => {
          take(target.files);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      {children}
    </div>
  );
}

interface ProgressProps {
  /** The name of the file, and its sent fraction, from 0 to 1. */
  readonly running: { readonly name: string; readonly part: number };
}

/** Renders the progress of an upload, in a row with the button that cancels it. */
export function UploadProgress({ running: { name, part } }: ProgressProps) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part);
  const text = t(part < 1 ? 'manager.files.uploading' : 'manager.files.processing', { name });
  return (
    <>
      <span>{text}</span>
      <progress className={styles.progress} {...(part < 1 && { value: part })} aria-label={text} />
      <span aria-hidden="true">{part < 1 && percent}</span>
    </>
  );
}

/** Runs an action that removes the focused button, and moves the focus to another one. */
export function refocus(button: { readonly current: HTMLElement | null }, act: () => void): void {
  act();
  requestAnimationFrame(() => button.current?.focus());
}
