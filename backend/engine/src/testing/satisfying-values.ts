import type { ParsedCondition } from '@bindery/contract/records/rows/parse-condition.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

type Values = Record<string, unknown>;

/** Makes a record of a resource with some values of its own; returns its id. */
type MakeRecord = (resource: Resource, values: Values) => Promise<string>;

/**
 * Returns values with which a record satisfies a condition, as far as equalities, empty fields and references tell:
 * records that it refers to are made as the condition wants them. An `id` is that of a record which has to be.
 */
export async function satisfyingValues(
  condition: ParsedCondition | undefined,
  make: MakeRecord,
): Promise<Values> {
  if (condition === undefined) return {};
  if ('all' in condition) {
    const values: Values = {};
    for (const part of condition.all) Object.assign(values, await satisfyingValues(part, make));
    return values;
  }
  // Any alternative will do.
  if ('any' in condition) return satisfyingValues(condition.any[0], make);
  // No record has a required field that is empty: such a condition lets a role see none.
  if ('isNull' in condition) return condition.isNull.required ? {} : { [condition.isNull.name]: null };
  if ('reference' in condition) {
    const { reference, target } = condition;
    return { [reference.name]: await make(target, await satisfyingValues(condition.condition, make)) };
  }
  if ('some' in condition) {
    if ('ids' in condition) return { [condition.some.name]: condition.ids.slice(0, 1) };
    const id = await make(condition.target, await satisfyingValues(condition.condition, make));
    return { [condition.some.name]: [id] };
  }
  return 'value' in condition && condition.comparison === 'eq'
    ? { [condition.field.name]: condition.value }
    : {};
}
