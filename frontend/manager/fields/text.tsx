import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineFilter, LineInput } from './line-input.tsx';

/** A text keeps its own direction, whatever the language of the page. */
const Show = ({ value }: ShowProps) => <bdi>{String(value)}</bdi>;

const Input = (props: InputProps) => <LineInput {...props} dir="auto" />;

const Filter = (props: FilterProps) => <LineFilter {...props} dir="auto" />;

/** A text of one line. */
export const text: FieldKind = { Show, Input, filters: [{ operator: 'like', Input: Filter }] };
