import type { AuditChange } from '@bindery/contract/api/history.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { FilterChip, FilterChips, FilterWords } from '../filter-chips.tsx';
import { type AuditFilterState, auditFilters, useAuditOptions, userName } from './audit-filters.tsx';
import { useRecordName } from './change-sentence.tsx';

interface AuditChipsProps {
  readonly filters: AuditFilterState;
  /** The loaded changes, which have the names of what is filtered by. */
  readonly changes: readonly AuditChange[];
}

/** Renders the filters of the history of all resources as chips, also those that other pages link to. */
export function AuditChips({ filters, changes }: AuditChipsProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const options = useAuditOptions();
  const recordName = useRecordName();
  if (filters.count === 0) return null;
  const option = (name: 'resource' | 'action', value: string) =>
    options[name].find((one) => one.value === value)?.label ?? value;
  const [first] = changes;
  const apiKey = first?.apiKey;
  const day = (value: string) => (Number.isNaN(Date.parse(value)) ? value : formatDate(language, value));
  const words: Record<Chip, (value: string) => readonly [field: string, value?: ReactNode]> = {
    resource: (value) => [t('manager.changes.what'), option('resource', value)],
    action: (value) => [t('manager.changes.kind'), option('action', value)],
    user: (value) => [t('manager.changes.who'), userName(changes, value)],
    apiKey: (value) => [t('manager.changes.apiKey', { name: apiKey?.id === value ? apiKey.name : '' })],
    from: (value) => [t('manager.changes.from'), day(value)],
    to: (value) => [t('manager.changes.to'), day(value)],
    record: (value) => [first?.recordId === value ? recordName(first) : t('manager.changes.what')],
    batch: () => [t('manager.changes.oneBatch')],
  };
  return (
    <FilterChips count={filters.count} onClear={filters.clear}>
      {auditFilters.map((name) => {
        const given = filters.get(name);
        if (name === 'label' || given === '') return null;
        const [field, value] = words[name](given);
        return (
          <li key={name}>
            <FilterChip filter={field} onRemove={() => filters.set(name, '')}>
              <FilterWords field={<bdi>{field}</bdi>} value={value && <bdi>{value}</bdi>} />
            </FilterChip>
          </li>
        );
      })}
    </FilterChips>
  );
}

/** The search has a field of its own. */
type Chip = Exclude<(typeof auditFilters)[number], 'label'>;
