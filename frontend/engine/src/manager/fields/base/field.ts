import type { Operator } from '@bindery/contract/schema/fields/field.ts';
import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type ComponentType, createContext } from 'react';

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

/**
 * The operator of a filter as users see it: two bounds of a field are one filter, `between`, and `null` is
 * one of two operators without a value.
 */
export type FilterOperator = Exclude<Operator, 'null'> | 'between' | 'empty' | 'notEmpty';

/** Props of the input of a filter's value. The values are strings, as in the URL. */
export interface FilterProps extends OfField {
  readonly id: string;
  /** The accessible name. */
  readonly label: string;
  readonly 'aria-invalid'?: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** How lists are filtered with a field. */
export interface FieldFilter {
  /**
   * The operators to choose from, the usual one first; the pages omit those that a field does not have.
   */
  readonly operators: readonly FilterOperator[];
  readonly Input: ComponentType<FilterProps>;
  /** The input takes all values of a filter, which matches any of them. */
  readonly takesSeveral?: boolean;
  /** The user types into the input, so the list waits for a pause. */
  readonly isTyped?: boolean;
  /** The values are times, which are before and after each other rather than less and more. */
  readonly isTime?: boolean;
  /** Returns whether a typed value can be sent to the server. By default any except an empty one. */
  readonly accepts?: (value: string, field: ResourceField) => boolean;
  /** Convert a value of the URL to the input's, and back. Unchanged by default. */
  readonly toInput?: (value: string) => string;
  readonly fromInput?: (typed: string, operator: Operator) => string;
  /** Renders a value of a filter, without interactive elements. By default as in the URL. */
  readonly Value?: ComponentType<OfField & { readonly value: string }>;
}

/**
 * The components of a field kind: how it is shown, edited and filtered. Each kind has a separate file; no
 * other code of the manager switches on the kind.
 */
export interface FieldKind {
  readonly Show: ComponentType<ShowProps>;
  /** Shows a value on the one line of a list's cell. Defaults to `Show`. */
  readonly Cell?: ComponentType<ShowProps>;
  /** Shows a value within a line of text, without a link. Defaults to `Cell`. */
  readonly Text?: ComponentType<ShowProps>;
  readonly Input: ComponentType<InputProps>;
  /** Replaces the input while it loads, in the same size. One line by default. */
  readonly Placeholder?: ComponentType<{ readonly value?: unknown }>;
  readonly filter: FieldFilter;
  /**
   * Returns whether a value differs from the most common one (`usual`), so that a record's page shows it as a
   * badge. Without it, no value does.
   */
  readonly isExceptional?: (value: unknown, usual: unknown) => boolean;
  /** Renders a badge, which lacks the label of its field. Defaults to `Show`. */
  readonly Badge?: ComponentType<ShowProps>;
  /** Convert the JSON value to the input's value, and back. Unchanged by default; empty is null in JSON. */
  readonly toInput?: (json: unknown) => unknown;
  readonly toJson?: (input: unknown, field: ResourceField) => unknown;
  /**
   * The share of its list column in the width that other columns leave, for values of any length, which are
   * truncated. By default the values are short: the column is as wide as its widest value.
   */
  readonly share?: number;
  /** Aligned to the end of its column, as numbers are. */
  readonly atEnd?: boolean;
  /** A picture: on phones, it is at the start of the row. */
  readonly isPicture?: boolean;
  /** Spans the whole width of the detail page. */
  readonly wide?: boolean;
}

/** A record to create, so that a reference can point to it. */
export interface ReferenceToCreate {
  readonly target: Resource;
  /** The search term without a match. */
  readonly term: string;
  readonly onCreated: (created: Referenced) => void;
}

/** Opens the form of a new record above the current form; undefined if the current form cannot. */
export const CreateReferenceContext = createContext<((request: ReferenceToCreate) => void) | undefined>(
  undefined,
);

/** Returns the API's operators of a filter. */
export function partsOf(operator: FilterOperator): readonly Operator[] {
  if (operator === 'between') return ['gte', 'lte'];
  return operator === 'empty' || operator === 'notEmpty' ? ['null'] : [operator];
}

/**
 * Returns whether an input contains something that cannot be read, such as half a date: the browser says so,
 * or the code of the input. The value of such an input is empty.
 */
export const isUnreadable = (input: Element | null): boolean =>
  input instanceof HTMLInputElement && (input.validity.badInput || input.validity.customError);

/** Returns an example of what an unreadable input takes, as its code states it; undefined without one. */
export const exampleOf = (input: Element | null): string | undefined =>
  input instanceof HTMLInputElement && input.validity.customError ? input.validationMessage : undefined;
