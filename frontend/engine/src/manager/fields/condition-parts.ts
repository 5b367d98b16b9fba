import type { Operator } from '@bindery/contract/schema/fields/field.ts';
import type { ConditionOperator } from './base/field.ts';

/** Returns the API's operators of a filter. */
export function partsOf(operator: ConditionOperator): readonly Operator[] {
  if (operator === 'between') return ['gte', 'lte'];
  return operator === 'empty' || operator === 'notEmpty' ? ['null'] : [operator];
}
