import type { CheckedEntry, CheckedField } from './checked-entry.ts';
import { unknownName } from './error.ts';
import { columnTypeOf, type StatedField, statedField } from './kinds.ts';
import type { Role } from './roles.ts';
import { reportBelow } from './shapes.ts';

/** Checks the `when` of an entry's fields. */
export const checkWhen = (about: CheckedEntry): void => {
  for (const [name, field] of Object.entries<StatedField>(about.entry.fields))
    if (field.when !== undefined) {
      const reportMistake = reportBelow(`fields.${name}.when`, about.reportMistake);
      checkFieldCondition({ ...about, name, field, reportMistake });
    }
};

const checkFieldCondition = ({ name, field, entry, everybody, reportMistake }: CheckedField) => {
  const readersOf = ({ readBy = everybody }: StatedField): readonly Role[] => readBy;
  const { when } = field;
  if (typeof when !== 'object' || when === null || Object.keys(when).length === 0) {
    reportMistake('', when, 'must name a field with its values, such as { kind: ["novel"] }');
    return;
  }
  if (entry.managedBy === 'auth') reportMistake('', when, 'cannot be: better-auth writes these records');
  if (field.readOnly) reportMistake('', when, 'cannot be: the server sets a read-only field');
  if (field.default !== undefined) reportMistake('', when, 'cannot be combined with a default');
  for (const [other, values] of Object.entries(when)) {
    const source = statedField(entry, other);
    if (!source) {
      reportMistake(other, other, unknownName(other, Object.keys(entry.fields)));
      continue;
    }
    if (other === name) reportMistake(other, other, 'cannot depend on itself');
    else if (source.when) reportMistake(other, other, 'has a "when" itself');
    if (source.readOnly || source.computed !== undefined)
      reportMistake(other, other, 'is read-only: no form could meet "when"');
    const hidden = readersOf(field).filter((role) => !readersOf(source).includes(role));
    if (hidden.length > 0) reportMistake(other, other, `is hidden from ${hidden}, who may read this field`);
    checkListedValues(source, values, (value, problem) => reportMistake(other, value, problem));
  }
};

/** Checks the listed values of a `when`. */
export const checkListedValues = (
  source: StatedField,
  values: unknown,
  report: (value: unknown, problem: string) => void,
) => {
  const { kind, values: options } = source;
  const isBoolean = columnTypeOf(source) === 'boolean';
  if (!isBoolean && !options) {
    report(kind, 'cannot be part of "when": only a select or a boolean can');
    return;
  }
  if (!Array.isArray(values) || values.length === 0) {
    report(values, 'must list at least one value');
    return;
  }
  for (const value of values) {
    if (isBoolean && typeof value !== 'boolean') report(value, 'must be true or false');
    if (options && !options.includes(value)) report(value, unknownName(String(value), options));
  }
};
