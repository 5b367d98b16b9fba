import type { CheckedEntry } from './checked-entry.ts';
import { unknownName } from './error.ts';
import { type ComparedOptions, type ComparisonOption, comparisonOptions } from './fields/compared.ts';
import { columnTypeOf, type StatedField } from './kinds.ts';

type ComparedField = StatedField & ComparedOptions;

/** Column types whose values are comparable with each other. */
const NUMBERS: readonly unknown[] = ['integer', 'bigint', 'decimal'];

const typeOf = (field: ComparedField) => {
  const type = columnTypeOf(field);
  return NUMBERS.includes(type) ? 'number' : type;
};

/** Checks constraints: both fields are writable, of one type, and readable by roles that can violate them. */
export const checkComparisons = (about: CheckedEntry): void => {
  const { entry, reportMistake } = about;
  for (const [name, field] of Object.entries<ComparedField>(entry.fields))
    for (const by of comparisonOptions) {
      const problem = field[by] === undefined ? undefined : problemOf({ ...about, name, field, by });
      if (problem) reportMistake(`fields.${name}.${by}`, field[by], problem);
    }
};

interface Compared extends CheckedEntry {
  readonly name: string;
  readonly field: ComparedField;
  readonly by: ComparisonOption;
}

function problemOf({ name, field, by, entry, everybody }: Compared): string | undefined {
  const others = Object.entries<ComparedField>(entry.fields).filter(
    ([other, { computed }]) => other !== name && computed === undefined,
  );
  const fitting = others.filter(([, other]) => typeOf(other) === typeOf(field));
  const [, other] = fitting.find(([known]) => known === field[by]) ?? [];
  if (field.computed !== undefined) return 'cannot be: a computed field is never written';
  if (!other) return unfit(String(field[by]), { field, names: fitting.map(([known]) => known), entry });
  const isUp = by.startsWith('g');
  if (comparisonOptions.some((back) => other[back] === name && back.startsWith('g') === isUp))
    return `contradicts the constraint of ${field[by]} on ${name}`;
  const readersOf = ({ readBy = everybody }: ComparedField) => readBy;
  const writersOf = (one: ComparedField) => (one.readOnly ? [] : (one.writeBy ?? readersOf(one)));
  const blind = [
    ...writersOf(field).filter((role) => !readersOf(other).includes(role)),
    ...writersOf(other).filter((role) => !readersOf(field).includes(role)),
  ];
  return blind.length > 0
    ? `would reveal to ${[...new Set(blind)].join(' and ')} a field that they may not read`
    : undefined;
}

/** Returns why a field cannot be compared with a name that is none of the fitting fields. */
function unfit(
  name: string,
  { field, names, entry }: Pick<Compared, 'field' | 'entry'> & { readonly names: readonly string[] },
): string {
  const wanted = `must name another field of the type ${field.kind}`;
  if (names.length === 0) return `${wanted}, and there is none`;
  return Object.hasOwn(entry.fields, name) ? `${wanted}: ${names.join(', ')}` : unknownName(name, names);
}
