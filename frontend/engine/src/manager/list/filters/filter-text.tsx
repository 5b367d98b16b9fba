import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { fieldComponents } from '../../fields/index.ts';
import { FilterWords } from '../../filter-chips.tsx';
import { useLabels } from '../../labels.ts';
import { withElements } from '../../with-elements.tsx';
import { type ActiveFilter, isAccepted } from './active-filters.ts';

interface FilterTextProps {
  resource: Resource;
  filter: ActiveFilter;
}

/** Renders a filter in words: field, operator and value. */
export function FilterText({ resource, filter }: FilterTextProps) {
  const labels = useLabels();
  // Calling the hook renders the operator again in another language.
  useLanguage();
  return (
    <FilterWords
      field={labels.field(resource, filter.field)}
      operator={operatorText(filter)}
      value={filter.values.length > 0 && <Values resource={resource} filter={filter} />}
    />
  );
}

/** The chip only counts further values, so that it stays on one line. */
const SHOWN = 3;

function Values({ resource, filter: { field, operator, values } }: FilterTextProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const nodes = values.map((value) => <Value key={value} resource={resource} field={field} value={value} />);
  if (operator === 'between') {
    const { isTime } = fieldComponents(field.kind).filter;
    const key = isTime ? 'manager.filters.timeRange' : 'manager.filters.range';
    return withElements((places) => t(key, places), { from: nodes[0], to: nodes[1] });
  }
  const rest = values.length - SHOWN + 1;
  const shown =
    values.length > SHOWN
      ? [...nodes.slice(0, SHOWN - 1), t('manager.filters.more', { count: rest })]
      : nodes;
  const type = operator === 'all' ? 'conjunction' : 'disjunction';
  const list = new Intl.ListFormat(language, { type });
  return withElements((places) => list.format(Object.values(places)), Object.fromEntries(shown.entries()));
}

function Value({
  resource,
  field,
  value,
}: Pick<ActiveFilter, 'field'> & { resource: Resource; value: string }) {
  const { Value: Formatted } = fieldComponents(field.kind).filter;
  // A URL may contain any text, and not every kind can format it.
  return (
    <bdi>
      {Formatted && isAccepted(field, value) ? (
        <Formatted resource={resource} field={field} value={value} />
      ) : (
        value
      )}
    </bdi>
  );
}

/** The operators that have other words for times. */
const TIMED = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const;

/** Returns an operator in words, such as "is after". */
function operatorText({ field, operator }: Pick<ActiveFilter, 'field' | 'operator'>): string {
  const { isTime } = fieldComponents(field.kind).filter;
  const timed = isTime && TIMED.find((one) => one === operator);
  return timed
    ? translate(`manager.filters.times.${timed}`)
    : translate(`manager.filters.operators.${operator}`);
}

/** Returns an operator as an option: for several values, "is any of" instead of "is". */
export function operatorChoice(filter: Pick<ActiveFilter, 'field' | 'operator'>, values = 1): string {
  const { operator, field } = filter;
  if (!fieldComponents(field.kind).filter.takesSeveral && values < 2) return operatorText(filter);
  if (operator === 'eq') return translate('manager.filters.operators.anyOf');
  return operator === 'ne' ? translate('manager.filters.operators.noneOf') : operatorText(filter);
}
