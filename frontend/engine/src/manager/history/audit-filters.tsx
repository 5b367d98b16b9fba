import type { AuditChange } from '@bindery/contract/api/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { closePopover } from '#frontend/shell/components/popover.tsx';
import selectStyles from '#frontend/shell/components/select.module.css';
import { api } from '#frontend/shell/http/api.ts';
import { formatDate } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { DayField } from '../fields/inputs/lazy-date-input.tsx';
import { endOfDay, startOfDay } from '../fields/timestamp.ts';
import { FilterChip, FilterChips, FilterWords } from '../filter-chips.tsx';
import { FiltersFoot } from '../filters-foot.tsx';
import { useLabels } from '../labels.ts';
import { resourceNamed, resourcesFor } from '../resource.ts';
import styles from './audit.module.css';
import { ACTION_NAMES } from './batch-effects.tsx';
import { useRecordName } from './change-sentence.tsx';

/** The filters of the history of all resources. */
interface AuditFiltersProps {
  readonly filters: AuditFilterState;
  /** The loaded changes, which have the names of what is filtered by. */
  readonly changes: readonly AuditChange[];
}

/** Returns the resources and the kinds of changes to filter by. */
function useAuditOptions(): Record<SelectProps['name'], SelectProps['options']> {
  const { t } = useTranslation();
  const labels = useLabels();
  const resources = resourcesFor('read').map((one) => ({ value: one.name, label: labels.plural(one) }));
  const archiving = resourcesFor('restore').length > 0 ? (['archive', 'restore'] as const) : [];
  const actions = (['create', 'update', 'delete', ...archiving] as const).map((value) => ({
    value,
    label: t(ACTION_NAMES[value]),
  }));
  return { resource: resources, action: actions };
}

/** Renders the filters of the history of all resources. It follows every change. */
export function AuditFilters({ filters, changes }: AuditFiltersProps) {
  const { t } = useTranslation();
  const users = resourceNamed('users');
  const { resource, action } = useAuditOptions();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    closePopover();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('manager.filters.open')}>
      <h2>{t('manager.filters.open')}</h2>
      <div className={styles.filters}>
        <Select label={t('manager.changes.what')} name="resource" options={resource} filters={filters} />
        <Select label={t('manager.changes.kind')} name="action" options={action} filters={filters} />
        {users && may(users.singular, 'read') && (
          <UserFilter users={users} filters={filters} changes={changes} />
        )}
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            label={t(`manager.changes.${name}`)}
            name={name}
            value={filters.get(name)}
            onChange={(day) => filters.set(name, day)}
          />
        ))}
      </div>
      <FiltersFoot onClear={filters.clear} />
    </form>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: 'resource' | 'action';
  readonly options: readonly { value: string; label: string }[];
  readonly filters: AuditFilterState;
}

function Select({ label, name, options, filters }: SelectProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <select
        id={id}
        className={selectStyles.select}
        value={filters.get(name)}
        onChange={({ target }) => filters.set(name, target.value)}
      >
        <option value="">{t('manager.changes.everything')}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

const load = () => import('./user-select.tsx');
const UserSelect = lazy(load);

/**
 * Renders the select of the user whose changes are shown. A button replaces it until it is opened, because
 * its searchable list loads antd, which the page itself does not need.
 */
function UserFilter({ users, filters, changes }: AuditFiltersProps & { readonly users: Resource }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const chosen = filters.get('user');
  const value = chosen === '' ? undefined : { id: chosen, label: userName(changes, chosen) ?? chosen };
  const button = (
    <button
      type="button"
      id={id}
      className={classNames(selectStyles.select, styles.closed, !value && styles.placeholder)}
      aria-labelledby={`${id}-label ${id}-value`}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-busy={isOpened}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsOpened(true)}
    >
      <bdi id={`${id}-value`}>{value?.label ?? t('manager.changes.everybody')}</bdi>
    </button>
  );
  return (
    <div className={classNames(styles.filter, styles.whole)}>
      <label id={`${id}-label`} htmlFor={id} className="label">
        {t('manager.changes.who')}
      </label>
      {isOpened ? (
        <Suspense fallback={button}>
          <UserSelect
            id={id}
            users={users}
            value={value}
            onChange={(next) => filters.set('user', next)}
            fallback={button}
          />
        </Suspense>
      ) : (
        button
      )}
    </div>
  );
}

/** Renders the filters of the history of all resources as chips, also those that other pages link to. */
export function AuditChips({ filters, changes }: AuditFiltersProps) {
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

/** Returns the name of a user, if changes of theirs are loaded. */
function userName(changes: readonly AuditChange[], id: string): string | undefined {
  const users = changes.flatMap(({ actor, impersonator }) => [actor, impersonator]);
  return users.find((user) => user?.id === id)?.label;
}

/** Loads the select while the user is about to open it. Ignores failures, because opening loads it again. */
const preload = () => void load().catch(() => {});

/** The filters of the history in the page's URL. Days are local. */
export const auditFilters = [
  'resource',
  'user',
  'apiKey',
  'action',
  'from',
  'to',
  'record',
  'label',
  'batch',
] as const;
/** A filter of the history of all resources. */
type AuditFilter = (typeof auditFilters)[number];

/** The filters in the API's form. */
type AuditQuery = NonNullable<NonNullable<Parameters<typeof api.history.export>[0]>['query']>;

/** The current filters, and functions that change them. */
type AuditFilterState = ReturnType<typeof useAuditFilters>;

/** Stores the filters in the page's URL. */
export function useAuditFilters() {
  const [parameters, setParameters] = useSearchParams();
  const get = (name: AuditFilter) => parameters.get(name) ?? '';
  return {
    get,
    set: (name: AuditFilter, value: string) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    /** Removes all filters but the search. */
    clear: () => setParameters(get('label') === '' ? {} : { label: get('label') }, { replace: true }),
    isFiltered: auditFilters.some((name) => get(name) !== ''),
    /** The number of filters, without the search. */
    count: auditFilters.filter((name) => name !== 'label' && get(name) !== '').length,
    /** The filters in the API's form. */
    query: queryOf(get),
  };
}

function queryOf(get: (name: AuditFilter) => string): AuditQuery {
  const values = auditFilters.map((name) => [
    name,
    name === 'from' || name === 'to' ? timestampOf(name, get(name)) : get(name),
  ]);
  // An edited URL may contain an unknown action, which the server rejects.
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** Returns the timestamp at which a day starts or ends; empty for an invalid day. */
function timestampOf(name: 'from' | 'to', day: string): string {
  if (Number.isNaN(Date.parse(day))) return '';
  return name === 'from' ? startOfDay(day) : endOfDay(day);
}

/** Loads the history of all resources, page by page. */
export function useAudit(query: AuditQuery) {
  return useInfiniteQuery({
    queryKey: ['history', 'all', query],
    initialPageParam: '',
    queryFn: async ({ pageParam: after, signal }) => {
      const { body, headers } = await api.history.list({
        // In the order of the preloaded URL.
        query: { _batches: 'once', ...query, ...(after !== '' && { _after: after }) },
        signal,
      });
      return { changes: body, next: headers.get('x-next-cursor') ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
