import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { Badge } from '#frontend/shell/components/badge.tsx';

interface ExceptionProps {
  /** A field whose entry names its usual value. */
  field: ResourceField;
  value: unknown;
  text: string;
}

/** Renders a value as a marked badge; the usual one only for screen readers. */
export function Exception({ field, value, text }: ExceptionProps) {
  if (value !== field.usual) return <Badge tone="open">{text}</Badge>;
  return (
    <span className="only-for-screen-readers" data-usual>
      {text}
    </span>
  );
}
