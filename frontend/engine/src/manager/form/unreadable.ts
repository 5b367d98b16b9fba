/**
 * Returns whether an input contains something that the browser cannot parse, such as half a date. The value
 * of such an input is empty.
 */
export const isUnreadable = (input: Element | null): boolean =>
  input instanceof HTMLInputElement && input.validity.badInput;
