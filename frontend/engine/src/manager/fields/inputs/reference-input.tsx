import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import { type UIEvent, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import input from '#frontend/shell/components/text-field.module.css';
import { useLabels } from '../../labels.ts';
import { overridesOf } from '../../overrides.ts';
import { resourceNamed } from '../../resource.ts';
import {
  CreateReferenceContext,
  type FilterProps,
  type InputProps,
  type ReferenceToCreate,
} from '../base/field.ts';
import styles from '../base/fields.module.css';
import { useLabelled, useReferenceLabel } from '../base/hidden-record.ts';
import { CheckList, Choice, useChoices } from './choice.tsx';

/** A choice of a reference: the id of a record and its label. */
export type ReferenceOption = { value: string; label: string };

const atEnd = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) =>
  scrollHeight - scrollTop - clientHeight < clientHeight / 2;

/** The value of the option that creates a record. No id is like it. */
export const CREATE = 'create';

/**
 * Returns what the select of one record and that of several share: the target, the props of the select, with
 * an option that creates a record if the user and the form can, and the function that this option calls.
 */
export function useSearchableSelect(to: string | undefined, isOpen = false) {
  const { t } = useTranslation();
  const labels = useLabels();
  const target = resourceNamed(to)!;
  const [open, setOpen] = useState(isOpen);
  const { options, loading, failed, search, loadMore, term } = useChoices(target, open);
  const openForm = use(CreateReferenceContext);
  const mayCreate = openForm && may(target.singular, 'create') && !overridesOf(target.name).create;
  const isThere = options.some(({ label }) => label.toLocaleLowerCase() === term.toLocaleLowerCase());
  const toCreate = term === '' ? labels.message(target, 'new') : t('manager.forms.createReference', { term });
  return {
    target,
    create: (onCreated: ReferenceToCreate['onCreated']) => openForm?.({ target, term, onCreated }),
    select: {
      labelInValue: true,
      showSearch: target.search.length > 0,
      filterOption: false,
      // The options are loaded after the list has opened, when antd would no longer make the chosen one
      // active but the first: Enter or Tab would replace the value of a user who has only looked.
      defaultActiveFirstOption: term !== '',
      allowClear: true,
      loading,
      options: [...options, ...(mayCreate && !isThere ? [{ value: CREATE, label: toCreate }] : [])],
      onSearch: search,
      onOpenChange: setOpen,
      onPopupScroll: (event: UIEvent<HTMLElement>) => atEnd(event) && loadMore(),
      notFoundContent: t(
        failed ? 'manager.reference.failed' : loading ? 'common.loading' : 'manager.reference.none',
      ),
    },
  };
}

interface ReferenceInputProps extends InputProps {
  /** Opens the list at once, for a user who has just requested it. */
  readonly startsOpen?: boolean;
}

/**
 * Renders a searchable select of one record. The selected record stays visible if the search does not match
 * it.
 */
export function ReferenceInput({
  resource: _,
  field,
  value,
  onChange,
  startsOpen = false,
  ...props
}: ReferenceInputProps) {
  const { t } = useTranslation();
  const { target, create, select } = useSearchableSelect(field.to, startsOpen);
  const chosen = value as Referenced | undefined;
  const nameOf = useReferenceLabel();
  return (
    <Choice
      {...select}
      {...props}
      allowClear={!field.required}
      placeholder={t('manager.reference.choose')}
      {...(startsOpen && { autoFocus: true, defaultOpen: true })}
      value={chosen ? { value: chosen.id, label: nameOf(target, chosen) } : null}
      onChange={(next: unknown) => {
        const option = next as ReferenceOption | undefined;
        if (option?.value === CREATE) create((created) => onChange?.(created));
        else onChange?.(option && { id: option.value, label: option.label });
      }}
    />
  );
}

/** Renders records as checkboxes, searched on the server; the filter matches any of them. */
export function ReferenceFilter({ id, label, field, values, onChange }: FilterProps) {
  const { t } = useTranslation();
  const target = resourceNamed(field.to)!;
  const choices = useChoices(target, true);
  // Those that were chosen before come first; others stay where the user chooses them.
  const [atTop] = useState(values);
  const known = useLabelled(target, [...new Set([...atTop, ...values])]);
  const isListed = (id: string) => choices.options.some(({ value }) => value === id);
  // Chosen records stay visible, whatever the search term.
  const first = known.flatMap(({ id: value, label }) =>
    atTop.includes(value) || !isListed(value) ? [{ value, label }] : [],
  );
  const isFirst = (id: string) => first.some(({ value }) => value === id);
  const options = [...first, ...choices.options.filter(({ value }) => !isFirst(value))];
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
        {isEmpty && choices.loading && <OptionSkeletons />}
        {isEmpty && !choices.loading && (
          <p className={styles.note} role="status">
            {t(choices.failed ? 'manager.reference.failed' : 'manager.reference.none')}
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

/** Renders placeholders for the options in view, so that nothing moves when the options arrive. */
function OptionSkeletons() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={String(place)} className={styles.option}>
          <Skeleton inline="60%" />
        </div>
      ))}
    </div>
  );
}
