/**
 * Returns whether an input contains something that cannot be read, such as half a date: the browser says so, or the code of
 * the input. The value of such an input is empty.
 */
export const isUnreadable = (input: Element | null): boolean =>
  input instanceof HTMLInputElement && (input.validity.badInput || input.validity.customError);

/** Returns an example of what an unreadable input takes, as its code states it; undefined without one. */
export const exampleOf = (input: Element | null): string | undefined =>
  input instanceof HTMLInputElement && input.validity.customError ? input.validationMessage : undefined;
