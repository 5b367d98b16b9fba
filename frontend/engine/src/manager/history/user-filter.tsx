import type { AuditEntry } from '@bindery/contract/api/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#frontend/shell/components/class-names.ts';
import selectStyles from '#frontend/shell/components/select.module.css';
import styles from './audit.module.css';
import type { AuditFilterState } from './use-audit.ts';

const load = () => import('./user-select.tsx');
const UserSelect = lazy(load);

interface UserFilterProps {
  readonly users: Resource;
  readonly filters: AuditFilterState;
  readonly entries: readonly AuditEntry[];
}

/**
 * Renders the select of the user whose changes are shown. A button replaces it until it is opened, because
 * its searchable list loads antd, which the page itself does not need.
 */
export function UserFilter({ users, filters, entries }: UserFilterProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const chosen = filters.get('user');
  const known = entries
    .flatMap(({ actor, impersonator }) => [actor, impersonator])
    .find((user) => user?.id === chosen);
  const value = chosen === '' ? undefined : { id: chosen, label: known?.label ?? chosen };
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
      <label id={`${id}-label`} htmlFor={id}>
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

/** Loads the select while the user is about to open it. Ignores failures, because opening loads it again. */
const preload = () => void load().catch(() => {});
