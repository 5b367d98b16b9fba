import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { Badge } from '#frontend/shell/components/badge.tsx';
import styles from '../base/fields.module.css';

interface ExceptionProps {
  /** A field whose entry names its usual value. */
  field: ResourceField;
  value: unknown;
  text: string;
}

/** Renders a value as a marked badge, and the usual one as quiet text: an empty column would look broken. */
export function Exception({ field, value, text }: ExceptionProps) {
  if (value !== field.usual) return <Badge tone="open">{text}</Badge>;
  return <span className={styles.usual}>{text}</span>;
}
