import { useMany } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import input from '#frontend/shell/components/text-field.module.css';
import { labelOf, type ManagerRecord, resourceNamed } from '../../resource.ts';
import type { FilterProps } from '../base/field.ts';
import { useReferenceLabel } from '../base/hidden-record.ts';
import styles from './check-list.module.css';
import { CheckList } from './check-list.tsx';
import { useChoices } from './use-choices.ts';

/** Renders records as checkboxes, searched on the server; the filter matches any of them. */
export function ReferenceFilter({ id, label, field, values, onChange }: FilterProps) {
  const { t } = useTranslation();
  const target = resourceNamed(field.to)!;
  const choices = useChoices(target, true);
  const chosen = useLabelsOf(field.to, values);
  // Chosen records stay visible, whatever the search term.
  const options = [...chosen, ...choices.options.filter(({ value }) => !values.includes(value))];
  const isEmpty = choices.options.length === 0;
  return (
    <div>
      {target.search.length > 0 && (
        <input
          className={input.input}
          type="search"
          aria-label={t('manager.filters.search')}
          placeholder={t('manager.filters.search')}
          autoComplete="off"
          onChange={(event) => choices.search(event.target.value)}
          // Enter starts the search here, and must not close the panel around the list.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={styles.scroll} aria-busy={choices.loading}>
        <CheckList id={id} label={label} options={options} values={values} onChange={onChange} />
        {isEmpty && (
          <p className={styles.note} role="status">
            {t(
              choices.failed
                ? 'manager.reference.failed'
                : choices.loading
                  ? 'common.loading'
                  : 'manager.reference.none',
            )}
          </p>
        )}
        {choices.hasMore && (
          <Button variant="quiet" className={styles.more} busy={choices.loading} onClick={choices.loadMore}>
            {t('manager.list.loadMore')}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Returns the chosen records as options; a nonexistent one is named with its id, unless the user may not know
 * of it.
 */
function useLabelsOf(to: string | undefined, ids: readonly string[]) {
  const target = resourceNamed(to)!;
  const nameOf = useReferenceLabel();
  const { result, query } = useMany<ManagerRecord>({
    resource: target.name,
    ids: [...ids],
    queryOptions: { enabled: ids.length > 0 && may(target.singular, 'read') },
    errorNotification: false,
  });
  const labels = new Map(result.data?.map((item) => [item.id, labelOf(target, item)]));
  return ids.map((value) => ({
    value,
    label: labels.get(value) ?? (query.isLoading ? '…' : nameOf(target, { id: value, label: value })),
  }));
}
