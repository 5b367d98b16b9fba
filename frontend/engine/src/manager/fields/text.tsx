import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import { LineInput, TypedFilter, textOperators } from './inputs/line-input.tsx';

/** Isolated, so that the text keeps its own direction. */
const Show = ({ value }: ShowProps) => <bdi>{String(value)}</bdi>;

/** The cell of a list isolates its text itself. */
const Cell = ({ value }: ShowProps) => String(value);

const Input = (props: InputProps) => <LineInput {...props} dir="auto" />;

const Filter = (props: FilterProps) => <TypedFilter {...props} dir="auto" />;

/** A single-line text. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input,
  filter: { operators: textOperators, isTyped: true, Input: Filter },
  share: 3,
};
