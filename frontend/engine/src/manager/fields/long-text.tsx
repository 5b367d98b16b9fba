import { type ChangeEvent, lazy, type SyntheticEvent } from 'react';
import type { FieldKind, InputProps, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { textFilter } from './inputs/line-input.tsx';

// Lazy, so that lists and detail pages do not load antd.
const TextArea = lazy(() => import('antd/es/input/TextArea'));

const Show = ({ value }: ShowProps) => (
  <p className={styles.longText} dir="auto">
    {String(value)}
  </p>
);

/** More than any screen shows on one line. The browser need not lay out the rest. */
const MAX_LINE_LENGTH = 500;

/** Its line breaks count as spaces. */
const Cell = ({ value }: ShowProps) => (
  <>
    {String(value).slice(0, MAX_LINE_LENGTH)}
    <span hidden>{String(value).slice(MAX_LINE_LENGTH)}</span>
  </>
);

const Input = ({ resource: _, field, value, onChange, ...props }: InputProps) => (
  <TextArea
    {...props}
    name={field.name}
    dir="auto"
    className={styles.area ?? ''}
    value={typeof value === 'string' ? value : ''}
    onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange?.(event.target.value)}
    onInput={growWithContent}
    onFocus={growWithContent}
  />
);

/** Takes the space of the input with its value, so that the content below does not move when it loads. */
const Placeholder = ({ value }: { readonly value?: unknown }) => (
  <div className={styles.areaToCome} dir="auto" aria-hidden="true">
    {typeof value === 'string' && value}
  </div>
);

/** Grows the input with its content in browsers without `field-sizing`. */
function growWithContent({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>) {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

/** A multi-line text, shown with its line breaks. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input,
  Placeholder,
  filter: { ...textFilter('auto'), operators: ['like', 'empty', 'notEmpty'] },
  share: 4,
  wide: true,
};
