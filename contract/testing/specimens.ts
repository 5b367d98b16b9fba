import type { Fields } from '#contract/schema/entry.ts';
import { fieldKind, kindNames } from '#contract/schema/fields/kinds.ts';

/**
 * The fields of a resource that tries every field kind, each under the name of its kind. A new kind is part of it
 * without further changes, and so of all tests that run for every entry.
 */
export const specimenFields: Fields = Object.fromEntries(
  kindNames.map((kind) => [kind, { kind, ...fieldKind(kind).samples.options }]),
);
