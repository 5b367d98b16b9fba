import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import styles from './fields.module.css';
import { LineInput } from './inputs/line-input.tsx';
import { TypedFilter, textOperators } from './inputs/typed-filter.tsx';

/** The contract allows only http and https, so the link cannot run a script. */
const Show = ({ value }: ShowProps) => (
  <a className={styles.link} href={String(value)} target="_blank" rel="noreferrer" dir="ltr">
    {String(value).replace(/^https?:\/\/(www\.)?|\/$/g, '')}
  </a>
);

const Input = (props: InputProps) => <LineInput {...props} type="url" inputMode="url" dir="ltr" />;

const Filter = (props: FilterProps) => <TypedFilter {...props} dir="ltr" />;

/** A web address. */
export const kind: FieldKind = {
  Show,
  Input,
  filter: { operators: textOperators, isTyped: true, Input: Filter },
  share: 3,
};
