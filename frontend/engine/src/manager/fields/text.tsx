import type { FieldKind, ShowProps } from './base/field.ts';
import { LineInput, textFilter } from './inputs/line-input.tsx';

/** Isolated, so that the text keeps its own direction. */
const Show = ({ value }: ShowProps) => <bdi>{String(value)}</bdi>;

/** The cell of a list isolates its text itself. */
const Cell = ({ value }: ShowProps) => String(value);

/** A single-line text. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input: (props) => <LineInput {...props} dir="auto" />,
  filter: textFilter('auto'),
  share: 3,
};
