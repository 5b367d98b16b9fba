import type { ComponentType } from 'react';
import type { Operator } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';

interface OfField {
  readonly resource: Resource;
  readonly field: ResourceField;
}

/** A value to be shown; never an empty one. */
export interface ShowProps extends OfField {
  readonly value: unknown;
}

/** What antd's form gives an input, beside what it is an input of. */
export interface InputProps extends OfField {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** An input of a filter: the values as they stand in the address. */
export interface FilterProps extends OfField {
  readonly id: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** One way to narrow a list by a field. */
export interface FieldFilter {
  readonly operator: Operator;
  readonly Input: ComponentType<FilterProps>;
}

/**
 * How a kind of field is shown, edited and filtered. One object a kind, in the file of its name;
 * nothing else in the manager switches on the kind.
 */
export interface FieldKind {
  readonly Show: ComponentType<ShowProps>;
  readonly Input: ComponentType<InputProps>;
  readonly filters: readonly FieldFilter[];
  /** A value of a filter, as a tag above the list shows it. `Show` when left out. */
  readonly FilterValue?: ComponentType<OfField & { readonly value: string }>;
  /** The JSON value as its input holds it, and back; the same when left out. Empty is null in JSON. */
  readonly toInput?: (json: unknown) => unknown;
  readonly toJson?: (input: unknown) => unknown;
  /** Written at the end of a column, digits under digits. */
  readonly atEnd?: boolean;
  /** Takes the whole width of a page of details. */
  readonly wide?: boolean;
}
