import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { LineInput, TypedFilter, textOperators } from './inputs/line-input.tsx';

const Show = ({ value }: ShowProps) => (
  <a className={styles.link} href={`mailto:${value}`} dir="ltr">
    {String(value)}
  </a>
);

const Input = (props: InputProps) => <LineInput {...props} type="email" inputMode="email" dir="ltr" />;

const Filter = (props: FilterProps) => <TypedFilter {...props} dir="ltr" />;

/** An email address, shown as a mailto link. */
export const kind: FieldKind = {
  Show,
  Text: ({ value }) => String(value),
  Input,
  filter: { operators: textOperators, isTyped: true, Input: Filter },
  // Longer than names, and without a space.
  share: 4,
};
