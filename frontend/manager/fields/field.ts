import type { ComponentType } from 'react';
import type { Operator } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';

interface OfField {
  readonly resource: Resource;
  readonly field: ResourceField;
}

/** Props of a component that shows a value, which is never empty. */
export interface ShowProps extends OfField {
  readonly value: unknown;
}

/** Props that antd's form passes to an input, with the input's resource and field. */
export interface InputProps extends OfField {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

/** Props of a filter input. The values are strings, as in the URL. */
export interface FilterProps extends OfField {
  readonly id: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** One way to filter a list by a field. */
export interface FieldFilter {
  readonly operator: Operator;
  readonly Input: ComponentType<FilterProps>;
}

/**
 * The components of a field kind: how it is shown, edited and filtered. Each kind has a file of its own; no
 * other code of the manager switches on the kind.
 */
export interface FieldKind {
  readonly Show: ComponentType<ShowProps>;
  /** Shows a value on the one line of a list's cell. Defaults to `Show`. */
  readonly Cell?: ComponentType<ShowProps>;
  readonly Input: ComponentType<InputProps>;
  readonly filters: readonly FieldFilter[];
  /** Renders a filter value in the tags above the list. Defaults to `Show`. */
  readonly FilterValue?: ComponentType<OfField & { readonly value: string }>;
  /** Convert the JSON value to the input's value, and back. By default it is kept; empty is null in JSON. */
  readonly toInput?: (json: unknown) => unknown;
  readonly toJson?: (input: unknown) => unknown;
  /**
   * The share of its list column in the width that other columns leave, for values of any length, which are cut.
   * By default the values are short: the column is as wide as its widest value.
   */
  readonly share?: number;
  /** Aligned to the end of its column, as numbers are. */
  readonly atEnd?: boolean;
  /** Spans the whole width of the detail page. */
  readonly wide?: boolean;
}
