import { MOST_VALUES } from '@bindery/contract/records/limits.ts';
import { filterable, type ListAddress } from '@bindery/contract/records/resources/list-address.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useLabels } from '../labels.ts';
import { areIds, isTooLong } from './filters/pasted-lines.ts';
import styles from './list-page.module.css';
import type { List } from './state/use-list.ts';

/** Offers a search for the records that have one of the pasted lines as an id or in a field. */
export function PastedOffer({
  list,
  lines,
  onClose,
}: {
  list: List;
  lines: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const labels = useLabels();
  const [problem, setProblem] = useState('');
  const { resource, address, ask } = list;
  const fields = filterable(resource).filter(({ search, operators }) => search && operators.includes('eq'));

  function find(change: Partial<ListAddress>) {
    const next = { ...change, searchTerm: '' };
    if (lines.length > MOST_VALUES) return setProblem(t('manager.pasted.tooMany', { count: MOST_VALUES }));
    if (isTooLong({ ...address, ...next })) return setProblem(t('manager.pasted.tooLong'));
    ask(next, { push: true });
    onClose();
  }
  const findIn = (field: ResourceField) => () =>
    find({
      filters: [
        ...address.filters.filter((one) => one.field !== field || one.operator !== 'eq'),
        { field, operator: 'eq', values: lines },
      ],
    });

  return (
    <section className={styles.pasted} aria-label={t('manager.pasted.title')}>
      <span role="status">
        {t('manager.pasted.lines', {
          count: lines.length,
          total: new Intl.NumberFormat(language).format(lines.length),
        })}
      </span>
      {areIds(lines) ? (
        <Button variant="primary" onClick={() => find({ ids: lines })}>
          {t('manager.pasted.ids')}
        </Button>
      ) : (
        fields.map((field) => (
          <Button key={field.name} onClick={findIn(field)}>
            {t('manager.pasted.field', { field: labels.field(resource, field) })}
          </Button>
        ))
      )}
      <Button variant="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <FormError text={problem} />
    </section>
  );
}
