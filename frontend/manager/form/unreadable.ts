/**
 * Whether an input holds what the browser cannot read, such as half a date. Its value is empty then, as if nothing had
 * been typed there.
 */
export const isUnreadable = (input: Element | null): boolean =>
  input instanceof HTMLInputElement && input.validity.badInput;
