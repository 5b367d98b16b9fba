import { type DragEvent, useState } from 'react';
import styles from './upload.module.css';

interface DropZoneProps {
  /** Whether the zone currently takes no file. */
  readonly isOff: boolean;
  readonly onDrop: (file: File) => void;
  readonly children: React.ReactNode;
}

/** Takes files that the user drops or pastes. A button in the zone offers the same. */
export function DropZone({ isOff, onDrop, children }: DropZoneProps) {
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
