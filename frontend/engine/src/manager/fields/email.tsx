import type { FieldKind, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { LineInput, textFilter } from './inputs/line-input.tsx';

const Show = ({ value }: ShowProps) => (
  <a className={styles.link} href={`mailto:${value}`} dir="ltr">
    {String(value)}
  </a>
);

/** An email address, shown as a mailto link. */
export const kind: FieldKind = {
  Show,
  Text: ({ value }) => String(value),
  Input: (props) => <LineInput {...props} type="email" inputMode="email" dir="ltr" />,
  filter: textFilter('ltr'),
  // Longer than names, and without a space.
  share: 4,
};
