import type { Fields, LayoutSection } from '#contract/schema/entry.ts';
import { decimal, text } from '#contract/schema/fields/index.ts';
import { fieldKind, kindNames } from '#contract/schema/kinds.ts';

const ofEveryKind: Fields = Object.fromEntries(
  kindNames().map((kind) => [kind, { kind, ...fieldKind(kind).samples.options }]),
);

const atTimes = {
  damage: text({ required: true, max: 80, when: { select: ['worn'] } }),
  price: decimal({ when: { select: ['new'], boolean: [true] } }),
} as const;

/**
 * The fields of a resource that tries every field kind, each under the name of its kind, and fields with
 * `when`. A new kind is included without further changes, and so in all tests that run for every entry.
 */
export const specimenFields: Fields = { ...ofEveryKind, ...atTimes };

/** Their layout: a section of each number of columns. */
export const specimenLayout: readonly LayoutSection[] = [
  { name: 'everyKind', columns: 2, fields: Object.keys(ofEveryKind) },
  { name: 'atTimes', fields: Object.keys(atTimes) },
];
