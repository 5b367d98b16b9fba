import type { ResourceField } from '@bindery/contract/schema/index.ts';
import styles from '../base/fields.module.css';

interface ExceptionProps {
  /** A field whose entry names its usual value. */
  field: ResourceField;
  value: unknown;
  text: string;
}

/** Renders a value as a marked badge; the usual one only for screen readers. */
export function Exception({ field, value, text }: ExceptionProps) {
  if (value !== field.usual) return <span className={styles.exception}>{text}</span>;
  return (
    <span className="only-for-screen-readers" data-usual>
      {text}
    </span>
  );
}
