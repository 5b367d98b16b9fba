import type { ComparisonOption } from '#contract/schema/fields/compared.ts';
import { DAY_LENGTH, DAY_MS } from '#contract/schema/fields/date.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { type Comparison, compares, comparisonsOf, fieldsComparedWith, isTime } from './comparisons.ts';

type Values = Readonly<Record<string, unknown>>;

const OPPOSITE: Readonly<Record<ComparisonOption, ComparisonOption>> = {
  gt: 'lt',
  gte: 'lte',
  lt: 'gt',
  lte: 'gte',
};

/** Returns the constraints between a field and others, from its own options and from theirs. */
const relationsOf = (resource: Resource, field: ResourceField): readonly Comparison[] => [
  ...comparisonsOf(resource, field),
  ...fieldsComparedWith(resource, [field.name]).flatMap((other) =>
    comparisonsOf(resource, other)
      .filter(({ other: back }) => back.name === field.name)
      .map(({ by }) => ({ by: OPPOSITE[by], other })),
  ),
];

const MINUTE_MS = 60_000;

/** Returns a field's value some steps (days, minutes, or last digits) above or below a value of any field. */
export function valueBeside({ type, scale = 0 }: ResourceField, value: unknown, steps: number) {
  const moved = (ms: number) => new Date(Date.parse(String(value)) + steps * ms).toISOString();
  if (type.type === 'date') return moved(DAY_MS).slice(0, DAY_LENGTH);
  if (type.type === 'datetime') return moved(MINUTE_MS);
  const number = Number((Number(value) + steps * 10 ** -scale).toFixed(scale));
  return type.type === 'decimal' ? number.toFixed(scale) : Math.trunc(number);
}

/** Returns a field with bounds within which its values satisfy the constraints; undefined without any. */
function narrowed(
  field: ResourceField,
  { relations, values }: { relations: readonly Comparison[]; values: Values },
): ResourceField | undefined {
  const boundOf = (value: unknown) => (isTime(field) ? String(value) : Number(value));
  let { min, max } = field;
  for (const { by, other } of relations) {
    const value = values[other.name] ?? null;
    if (value === null) continue;
    const isUp = by.startsWith('g');
    const bound = boundOf(by.endsWith('e') ? value : valueBeside(field, value, isUp ? 1 : -1));
    if (isUp && (min === undefined || bound > min)) min = bound;
    if (!isUp && (max === undefined || bound < max)) max = bound;
  }
  return min === undefined || max === undefined || min <= max ? { ...field, min, max } : undefined;
}

interface Fitting {
  /** The fields whose values must not change. */
  readonly fixed?: readonly string[];
  /** Generates a value within the bounds of a field. */
  readonly make: (field: ResourceField) => unknown;
}

/** Regenerates sample values that violate constraints; without a valid value an optional field is emptied. */
export function fitComparisons(
  resource: Resource,
  values: Values,
  { fixed = [], make }: Fitting,
): Record<string, unknown> {
  const fitted: Record<string, unknown> = { ...values };
  const compared = Object.values(resource.fields).filter(
    (field) => !fixed.includes(field.name) && relationsOf(resource, field).length > 0,
  );
  // Fields with constraints of their own come first: the others keep their values where possible.
  const ordered = compared.sort(
    (one, other) => comparisonsOf(resource, other).length - comparisonsOf(resource, one).length,
  );
  for (const _ of ordered)
    for (const field of ordered) {
      const all = relationsOf(resource, field);
      if (all.every((relation) => compares(field, relation, fitted))) continue;
      // If no value satisfies all others, those that are regenerated later can follow.
      const own = comparisonsOf(resource, field);
      const least = all.filter(
        (one) => own.some(({ other }) => other === one.other) || fixed.includes(one.other.name),
      );
      const within =
        narrowed(field, { relations: all, values: fitted }) ??
        narrowed(field, { relations: least, values: fitted });
      if (within) fitted[field.name] = make(within);
      else if (!field.required) fitted[field.name] = null;
    }
  return fitted;
}
