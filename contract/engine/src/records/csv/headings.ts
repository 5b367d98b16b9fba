/** Marks a file as UTF-8 for spreadsheets that would otherwise guess another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns the heading of the column with the ids of a reference; the column with its labels has the field's
 * name.
 */
export const idHeading = (field: string): string => `${field}.id`;
