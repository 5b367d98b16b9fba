import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Referenced } from '#contract/schema/fields/reference.ts';
import { resourceNamed } from '../../resource.ts';
import type { InputProps } from '../field.ts';
import { Choice } from './choice.tsx';
import { useChoices } from './use-choices.ts';

type Option = { value: string; label: string };

const atEnd = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) =>
  scrollHeight - scrollTop - clientHeight < clientHeight / 2;

/** Provides the props that the single select and the multiple select share. */
function useSearchableSelect(to: string | undefined) {
  const { t } = useTranslation();
  const target = resourceNamed(to)!;
  const [open, setOpen] = useState(false);
  const { options, loading, failed, search, loadMore } = useChoices(target, open);
  return {
    labelInValue: true,
    showSearch: target.search.length > 0,
    filterOption: false,
    allowClear: true,
    loading,
    options: [...options],
    onSearch: search,
    onOpenChange: setOpen,
    onPopupScroll: (event: UIEvent<HTMLElement>) => atEnd(event) && loadMore(),
    notFoundContent: t(
      failed ? 'manager.reference.failed' : loading ? 'common.loading' : 'manager.reference.none',
    ),
  };
}

/**
 * Renders a searchable select of one record. The selected record stays visible if the search does not match
 * it.
 */
export function ReferenceInput({ resource: _, field, value, onChange, ...props }: InputProps) {
  const { t } = useTranslation();
  const select = useSearchableSelect(field.to);
  const chosen = value as Referenced | undefined;
  return (
    <Choice
      {...select}
      {...props}
      allowClear={!field.required}
      placeholder={t('manager.reference.choose')}
      value={chosen ? { value: chosen.id, label: chosen.label } : null}
      onChange={(next: unknown) => {
        const option = next as Option | undefined;
        onChange?.(option && { id: option.value, label: option.label });
      }}
    />
  );
}
