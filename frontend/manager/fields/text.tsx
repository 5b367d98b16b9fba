import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import { LineFilter, LineInput } from './inputs/line-input.tsx';

/** Isolated, so that the text keeps its own direction. */
const Show = ({ value }: ShowProps) => <bdi>{String(value)}</bdi>;

const Input = (props: InputProps) => <LineInput {...props} dir="auto" />;

const Filter = (props: FilterProps) => <LineFilter {...props} dir="auto" />;

/** A single-line text. */
export const kind: FieldKind = { Show, Input, filters: [{ operator: 'like', Input: Filter }] };
