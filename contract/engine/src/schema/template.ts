/** A part of a template: a fixed text, or the field whose name it has in braces. */
export type TemplatePart = { readonly text: string } | { readonly field: string };

const PLACEHOLDER = /\{(\w+)\}/;

/** Parses a template: returns its texts and fields in order. */
export const templateParts = (template: string): TemplatePart[] =>
  // split with a capture group returns the matches too: every second item is the name of a field.
  template
    .split(PLACEHOLDER)
    .flatMap((piece, index) => (piece === '' ? [] : [index % 2 ? { field: piece } : { text: piece }]));

/** Returns the names of the fields in a template. */
export const fieldsIn = (parts: readonly TemplatePart[]): string[] =>
  parts.flatMap((part) => ('field' in part ? [part.field] : []));
