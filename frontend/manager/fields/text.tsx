import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineInput } from './inputs/line-input.tsx';
import { TypedFilter, textOperators } from './inputs/typed-filter.tsx';

/** Isolated, so that the text keeps its own direction. */
const Show = ({ value }: ShowProps) => <bdi>{String(value)}</bdi>;

const Input = (props: InputProps) => <LineInput {...props} dir="auto" />;

const Filter = (props: FilterProps) => <TypedFilter {...props} dir="auto" />;

/** A single-line text. */
export const kind: FieldKind = {
  Show,
  Input,
  filter: { operators: textOperators, isTyped: true, Input: Filter },
};
