/**
 * The builders of your own field kinds, a line each: see docs/field-kinds.md. Later versions leave this file
 * alone.
 */
export {};
