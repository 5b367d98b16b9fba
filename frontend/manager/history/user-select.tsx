import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/history.ts';
import type { Resource } from '#contract/schema/index.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { ReferenceInput } from '../fields/inputs/reference-input.tsx';
import styles from './audit.module.css';
import type { AuditFilters } from './use-audit.ts';

export interface UserSelectProps {
  readonly users: Resource;
  readonly filters: AuditFilters;
  readonly entries: readonly AuditEntry[];
}

/** Renders the select of the user whose changes are shown. */
export default function UserSelect({ users, filters, entries }: UserSelectProps) {
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
      <AntdTheme fallback={<Skeleton block="2.75rem" />}>
        <ReferenceInput
          id={id}
          resource={users}
          field={field}
          value={chosen === '' ? undefined : { id: chosen, label: known?.label ?? chosen }}
          onChange={(next) =>
            filters.set('user', typeof next === 'object' && next && 'id' in next ? String(next.id) : '')
          }
        />
      </AntdTheme>
    </div>
  );
}
