import { PAGE_SIZE } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { ChevronDown, X } from 'lucide-react';
import { type ComponentProps, lazy, useDeferredValue, useEffect, useState } from 'react';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { useRecordPages } from '../../refine/use-record-pages.ts';
import { labelOf } from '../../resource.ts';
import styles from '../base/fields.module.css';

// Lazy, so that lists and detail pages do not load antd.
const Select = lazy(() => import('antd/es/select'));

const ARROW = <ChevronDown size={18} aria-hidden="true" />;
const CLEAR = { clearIcon: <X size={14} aria-hidden="true" /> };

/**
 * antd's select, with the icons of the other pages. Passes `aria-required`, which antd's form sets, to the
 * inner input: the select would set it on a plain element, where ARIA does not allow it.
 */
export function Choice(choice: ComponentProps<typeof Select>) {
  const { 'aria-required': required, allowClear, ...props } = choice;
  const { id } = props;
  useEffect(() => {
    if (required && id) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [required, id]);
  return (
    <Select
      {...props}
      suffixIcon={ARROW}
      removeIcon={CLEAR.clearIcon}
      allowClear={allowClear ? CLEAR : false}
    />
  );
}

interface CheckListProps {
  id: string;
  /** The accessible name of the group. */
  label: string;
  /** Whether one or several options can be chosen; several by default. */
  type?: 'checkbox' | 'radio';
  options: readonly { readonly value: string; readonly label: string }[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Renders options as native checkboxes or radio buttons. */
export function CheckList({ id, label, type = 'checkbox', options, values, onChange }: CheckListProps) {
  const choose = (value: string, checked: boolean) => {
    if (type === 'radio') onChange([value]);
    else onChange(checked ? [...values, value] : values.filter((other) => other !== value));
  };
  return (
    <fieldset className={styles.list} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type={type}
            name={id}
            checked={values.includes(option.value)}
            onChange={({ target }) => choose(option.value, target.checked)}
          />
          <bdi>{option.label}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

interface ExceptionProps {
  /** A field whose entry names its usual value. */
  field: ResourceField;
  value: unknown;
  text: string;
}

/** Renders a value as a marked badge, and the usual one as quiet text: an empty column would look broken. */
export function Exception({ field, value, text }: ExceptionProps) {
  if (value !== field.usual) return <Badge>{text}</Badge>;
  return <span className={styles.usual}>{text}</span>;
}

/** The options of a searchable select of records. */
interface Choices {
  readonly options: readonly { value: string; label: string }[];
  readonly loading: boolean;
  readonly failed: boolean;
  /** The search term, trimmed. */
  readonly term: string;
  readonly hasMore: boolean;
  readonly search: (term: string) => void;
  readonly loadMore: () => void;
}

/** An option is no more than a label, which has no computed fields: the server counts nothing for it. */
const STORED_ONLY = { field: '_computed', operator: 'eq', value: 'false' } as const;

/**
 * Loads the records of a resource as options: searches on the server, and loads more at the end of the list.
 */
export function useChoices(target: Resource, open: boolean): Choices {
  const [term, setTerm] = useState('');
  const q = useDeferredValue(term.trim());
  const { query, loaded } = useRecordPages({
    enabled: open,
    resource: target.name,
    pageSize: PAGE_SIZE,
    filters: [STORED_ONLY, ...(q === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: q }])],
    order: [],
  });
  return {
    options: loaded.items.map((item) => ({ value: item.id, label: labelOf(target, item) })),
    loading: query.isFetching,
    failed: query.isError,
    term: term.trim(),
    hasMore: query.hasNextPage,
    search: setTerm,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) query.fetchNextPage();
    },
  };
}
