import { translate } from '#frontend/shell/i18n/i18n.ts';
import type { ConditionOperator } from '../../fields/base/field.ts';
import { fieldComponents } from '../../fields/index.ts';
import type { Condition } from './conditions.ts';

type Timed = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';

const isTimed = (operator: ConditionOperator): operator is Timed =>
  ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'].includes(operator);

/** Returns an operator in words, such as "is after". */
export function operatorText({ field, operator }: Pick<Condition, 'field' | 'operator'>): string {
  const { isTime } = fieldComponents(field.kind).filter;
  return isTime && isTimed(operator)
    ? translate(`manager.filters.times.${operator}`)
    : translate(`manager.filters.operators.${operator}`);
}

/** Returns an operator as an option: for several values, "is any of" instead of "is". */
export function operatorChoice(condition: Pick<Condition, 'field' | 'operator'>, values = 1): string {
  const { operator, field } = condition;
  if (!fieldComponents(field.kind).filter.takesSeveral && values < 2) return operatorText(condition);
  if (operator === 'eq') return translate('manager.filters.operators.anyOf');
  return operator === 'ne' ? translate('manager.filters.operators.noneOf') : operatorText(condition);
}
