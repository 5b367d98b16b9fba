import { checkRowFilter } from './check-where.ts';
import type { CheckedField } from './checked-entry.ts';
import { type Aggregate, aggregates, computedRule, fieldsBelow } from './computed.ts';
import type { Entry } from './entry.ts';
import { unknownName } from './error.ts';
import type { Computed } from './fields/computed.ts';
import { columnTypeOf, kindOf, type StatedField, statedField } from './kinds.ts';
import { withArticle } from './names.ts';
import { fieldsIn } from './template.ts';

/** Options for written fields only. */
const OF_WRITTEN = ['required', 'unique', 'default', 'when', 'was', 'writeBy'] as const;
const WHOLE_NUMBERS: readonly string[] = ['integer', 'bigint'];

const isNumber = (field: StatedField): boolean => [...WHOLE_NUMBERS, 'decimal'].includes(columnTypeOf(field));

/** Returns why a field cannot be part of an expression; undefined if it can. */
const unusable = (field: StatedField): string | undefined => {
  const kind = kindOf(field);
  if (field.computed !== undefined)
    return isOfFunction(field.computed)
      ? 'is computed by a function, which is unknown to the database'
      : undefined;
  if (kind.join) return 'has several values';
  return kind.upload ? 'is a file' : undefined;
};

const isOfFunction = (computed: Computed): boolean => typeof computed === 'object' && 'from' in computed;

/** Returns why the values of a field cannot be summed or compared; undefined if they can. */
const untakeable = (field: StatedField, { fields }: Entry): string | undefined => {
  if (field.computed === undefined) return unusable(field);
  const below = [...fieldsBelow(field.computed, fields)].map((name): StatedField | undefined => fields[name]);
  return [field, ...below].every((one) => one?.computed === undefined || typeof one.computed === 'string')
    ? undefined
    : 'is itself computed from other records, or by a function';
};

/** Checks a computed field of an entry: its sources, and that it has no option for written fields. */
export const checkComputed = (about: CheckedField): void => {
  const { field, reportMistake } = about;
  const { computed } = field;
  if (computed === undefined) return;
  if (field.to !== undefined || kindOf(field).upload) {
    reportMistake('computed', computed, `cannot be: ${withArticle(field.kind)} is never computed`);
    return;
  }
  for (const option of OF_WRITTEN)
    if (field[option] !== undefined) reportMistake(option, field[option], 'cannot be: the field is computed');
  if (typeof computed === 'string') checkExpression(about, computed);
  else if (typeof computed !== 'object' || computed === null)
    reportMistake('computed', computed, 'must be an expression such as "{price} * {quantity}", or an object');
  else if ('from' in computed) checkFunction(about, computed);
  else if (aggregates.some((name) => name in computed)) checkAggregate(about, computed);
  else reportMistake('computed', computed, `must have one of: ${[...aggregates, 'from'].join(', ')}`);
};

const checkFields = (
  { entry, reportMistake }: CheckedField,
  { key, names, problemOf }: { key: string; names: readonly string[]; problemOf: typeof unusable },
): void => {
  const known = Object.keys(entry.fields);
  for (const name of names) {
    const field = statedField(entry, name);
    const problem = field ? problemOf(field) : unknownName(name, known);
    if (problem) reportMistake(key, name, problem);
  }
};

/** Returns why a function cannot receive a field; undefined if it can. */
const ungivable = (field: StatedField): string | undefined =>
  field.computed === undefined ? undefined : 'is itself computed';

const checkExpression = (about: CheckedField, expression: string): void => {
  const rule = computedRule(expression, { ofAll: false });
  if (expression.trim() === '') about.reportMistake('computed', expression, 'must be a SQL expression');
  if (!('parts' in rule)) return;
  checkFields(about, { key: 'computed', names: fieldsIn(rule.parts), problemOf: unusable });
  if (fieldsBelow(expression, about.entry.fields).has(about.name))
    about.reportMistake('computed', expression, 'leads back to the field itself');
};

const checkFunction = (about: CheckedField, { from, value }: Extract<Computed, { from: unknown }>): void => {
  const { field, reportMistake } = about;
  if (typeof value !== 'function') reportMistake('computed.value', value, 'must be a function');
  if (!Array.isArray(from) || from.length === 0)
    reportMistake('computed.from', from, 'must name the fields that the function receives');
  else checkFields(about, { key: 'computed.from', names: from, problemOf: ungivable });
  for (const option of ['filter', 'sort', 'search'] as const)
    if (field[option])
      reportMistake(option, field[option], "cannot be: the database does not know the function's result");
};

const checkAggregate = (about: CheckedField, computed: Exclude<Computed, string>): void => {
  const { resource, field, entries, reportMistake } = about;
  const rule = computedRule(computed, { ofAll: false });
  if (!('aggregate' in rule)) return;
  const { aggregate, of, through, field: name, where } = rule;
  const [ofKey, known] = [`computed.${aggregate === 'count' ? 'count' : 'of'}`, Object.keys(entries)];
  if (!Object.hasOwn(entries, of)) {
    reportMistake(ofKey, of, unknownName(of, known));
    return;
  }
  const target = entries[of]!;
  const reference = statedField(target, through);
  const references = Object.keys(target.fields).filter((one) => statedField(target, one)?.to === resource);
  if (reference?.to !== resource)
    reportMistake(
      'computed.through',
      through,
      `must be a field that refers to ${resource}${references.length > 0 ? `: ${references.join(', ')}` : `; ${of} has none`}`,
    );
  else if (reference.filter === false)
    reportMistake('computed.through', through, 'has no index, because of its "filter: false"');
  if (where !== undefined && typeof where !== 'object')
    reportMistake('computed.where', where, 'must be a filter, such as { returnedAt: null }');
  else if (where !== undefined)
    checkRowFilter({ ...about, entry: target, key: 'computed.where', readsClock: true }, where);
  if (aggregate === 'count' && !WHOLE_NUMBERS.includes(columnTypeOf(field)))
    reportMistake(
      'computed',
      computed,
      `is a whole number: make the field an integer, not ${withArticle(field.kind)}`,
    );
  if (name === undefined) return;
  const taken = statedField(target, name);
  const problem = taken
    ? (untakeable(taken, target) ?? unfit(aggregate, taken, field))
    : unknownName(name, Object.keys(target.fields));
  if (problem) reportMistake(`computed.${aggregate}`, name, problem);
};

/** Returns why a field cannot have the aggregate of another one; undefined if it can. */
const unfit = (aggregate: Aggregate, taken: StatedField, field: StatedField): string | undefined => {
  if (aggregate === 'sum')
    return isNumber(taken) && isNumber(field)
      ? undefined
      : 'must be an integer or a decimal, and so must the field itself';
  if (aggregate === 'avg')
    return isNumber(taken) && columnTypeOf(field) === 'decimal'
      ? undefined
      : 'must be an integer or a decimal, and the field itself a decimal';
  return kindOf(taken).operators.includes('gt') && taken.kind === field.kind
    ? undefined
    : 'must have an order, and the kind of the field itself';
};
