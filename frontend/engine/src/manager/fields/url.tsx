import type { FieldKind, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { LineInput, textFilter } from './inputs/line-input.tsx';

const Text = ({ value }: ShowProps) => String(value).replace(/^https?:\/\/(www\.)?|\/$/g, '');

/** The contract allows only http and https, so the link cannot run a script. */
const Show = (props: ShowProps) => (
  <a className={styles.link} href={String(props.value)} target="_blank" rel="noreferrer" dir="ltr">
    <Text {...props} />
  </a>
);

/** A web address. */
export const kind: FieldKind = {
  Show,
  Text,
  Input: (props) => <LineInput {...props} type="url" inputMode="url" dir="ltr" />,
  filter: textFilter('ltr'),
  share: 3,
};
