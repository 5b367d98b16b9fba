import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/history.ts';
import type { Resource } from '#contract/schema/index.ts';
import { may } from '../../auth/session.ts';
import { Button } from '../../components/button.tsx';
import selectStyles from '../../components/select.module.css';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextField } from '../../components/text-field.tsx';
import { ReferenceInput } from '../fields/inputs/reference-input.tsx';
import { useLabels } from '../labels.ts';
import { resourceNamed, resourcesFor } from '../resource.ts';
import styles from './audit.module.css';
import type { AuditFilters as Filters } from './use-audit.ts';

interface Props {
  readonly filters: Filters;
  readonly entries: readonly AuditEntry[];
}

/** Renders the filters of the history of all resources. */
export function AuditFilters({ filters, entries }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const users = resourceNamed('users');
  const resources = resourcesFor('read').map((one) => ({ value: one.name, label: labels.plural(one) }));
  const actions = (['create', 'update', 'delete'] as const).map((value) => ({
    value,
    label: t(`manager.changes.${value === 'update' ? 'changedOnly' : value}`),
  }));
  return (
    <search className={styles.filters}>
      <Select label={t('manager.changes.what')} name="resource" options={resources} filters={filters} />
      <Select label={t('manager.changes.kind')} name="action" options={actions} filters={filters} />
      {users && may(users.singular, 'read') && (
        <UserSelect users={users} filters={filters} entries={entries} />
      )}
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`manager.changes.${name}`)}
          type="date"
          max="9999-12-31"
          value={filters.get(name)}
          onChange={({ target }) => filters.set(name, target.value)}
        />
      ))}
      {filters.isFiltered && (
        <Button variant="quiet" onClick={filters.clear}>
          {t('manager.filters.clear')}
        </Button>
      )}
    </search>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: 'resource' | 'action';
  readonly options: readonly { value: string; label: string }[];
  readonly filters: Filters;
}

function Select({ label, name, options, filters }: SelectProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
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

function UserSelect({ users, filters, entries }: Props & { users: Resource }) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = filters.get('user');
  const known = entries
    .flatMap(({ actor, impersonator }) => [actor, impersonator])
    .find((user) => user?.id === chosen);
  // A reference that belongs to no resource: the input only reads where it leads.
  const field = { ...users.own.createdAt, name: 'user', to: users.name, required: false };
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{t('manager.changes.who')}</label>
      <Suspense fallback={<Skeleton block="2.75rem" />}>
        <ReferenceInput
          id={id}
          resource={users}
          field={field}
          value={chosen === '' ? undefined : { id: chosen, label: known?.label ?? chosen }}
          onChange={(next) =>
            filters.set('user', typeof next === 'object' && next && 'id' in next ? String(next.id) : '')
          }
        />
      </Suspense>
    </div>
  );
}
