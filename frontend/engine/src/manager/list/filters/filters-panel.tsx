import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { isUnreadable } from '../../fields/base/field.ts';
import { fieldComponents } from '../../fields/index.ts';
import { FiltersFoot } from '../../filters-foot.tsx';
import { useLabels } from '../../labels.ts';
import { formatTotal } from '../../numbers.ts';
import { FieldEditor } from './field-editor.tsx';
import { FilterText } from './filter-text.tsx';
import styles from './filters.module.css';
import type { Filtering } from './use-filtering.ts';

/** Renders the filters of a list, or of one field. The list follows every change. */
export default function FiltersPanel({ filtering, onClose }: { filtering: Filtering; onClose: () => void }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [problem, setProblem] = useState('');
  const { field } = filtering.panel;
  const { resource } = filtering.list;
  const resultsText = useResultsText(filtering);
  const form = useRef<HTMLFormElement>(null);
  const [open] = useState(() => openAtFirst(filtering));
  // Those with filters, which cannot be missed there. Their places stay while the panel is open.
  const [fields] = useState(() => {
    const isActive = (one: ResourceField) => filtering.filters.some((filter) => filter.field === one);
    return filtering.fields.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)));
  });
  useEffect(() => {
    // The popover opens after its content is rendered.
    if (field) requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  }, [field]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    const invalid = inputs.find((input) => isUnreadable(input) || input.ariaInvalid === 'true');
    if (invalid) {
      setProblem(t('manager.filters.invalid'));
      invalid.focus();
      return;
    }
    filtering.flush();
    onClose();
  };
  const clear = () => {
    if (field) filtering.change(field, []);
    else filtering.clear();
  };
  const title = field ? labels.field(resource, field) : t('manager.filters.title');
  return (
    <form
      ref={form}
      className={styles.panel}
      onSubmit={submit}
      onInput={() => setProblem('')}
      noValidate
      aria-label={title}
    >
      <h2>{title}</h2>
      {field ? (
        <FieldEditor filtering={filtering} field={field} />
      ) : (
        fields.map((one) => (
          <FieldSection key={one.name} filtering={filtering} field={one} isOpenAtFirst={open.includes(one)} />
        ))
      )}
      <FiltersFoot problem={problem} {...(field && { clear: t('manager.filters.removeIt') })} onClear={clear}>
        {resultsText}
      </FiltersFoot>
    </form>
  );
}

/** Returns the text of the button that shows the results, with their number if it is known. */
function useResultsText({ list }: Filtering): string {
  const { t } = useTranslation();
  const { language } = useLanguage();
  // The total of the previous query does not apply to this one.
  if (list.state !== 'ready' || list.outdated) return t('manager.filters.apply');
  const total = formatTotal(language, list);
  return t('manager.filters.show', { count: list.total, total });
}

/** The number of sections without filters that are open at first. */
const MAX_OPEN = 2;

/**
 * Returns the fields whose inputs are visible at first: those with filters. Without any, the first ones
 * whose values are chosen from a list, because the search of the list finds texts.
 */
function openAtFirst({ fields, filters }: Filtering): readonly ResourceField[] {
  if (filters.length > 0) return filters.map(({ field }) => field);
  const chosen = fields.filter(({ kind, operators }) => {
    const { isTyped, operators: offered } = fieldComponents(kind).filter;
    return operators.includes('eq') && offered.includes('eq') && !isTyped;
  });
  return chosen.length > 0 ? chosen.slice(0, MAX_OPEN) : fields.slice(0, 1);
}

interface FieldSectionProps {
  filtering: Filtering;
  field: ResourceField;
  isOpenAtFirst: boolean;
}

/** Renders a field that expands to show its inputs; collapsed, it shows its filters in words. */
function FieldSection({ filtering, field, isOpenAtFirst }: FieldSectionProps) {
  const id = useId();
  const { resource } = filtering.list;
  const label = useLabels().field(resource, field);
  const active = filtering.filters.filter((filter) => filter.field === field);
  const [open, setOpen] = useState(isOpenAtFirst);
  const content = useRef<HTMLDivElement>(null);
  const turn = () => {
    flushSync(() => setOpen(!open));
    const inputs = content.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [];
    // Users type a value more often than they change its operator.
    ([...inputs].find((input) => !input.matches('select')) ?? inputs[0])?.focus();
  };
  return (
    <section className={styles.section}>
      <button type="button" className={styles.fold} aria-expanded={open} aria-controls={id} onClick={turn}>
        <bdi>{label}</bdi>
        {active.length > 0 && <span className={styles.active} aria-hidden="true" />}
        <ChevronDown className={styles.arrow} size={18} aria-hidden="true" />
      </button>
      {!open &&
        active.map((filter) => (
          <p key={filter.operator} className={styles.summary}>
            <FilterText resource={resource} filter={filter} />
          </p>
        ))}
      <div ref={content} id={id} hidden={!open}>
        {open && <FieldEditor filtering={filtering} field={field} />}
      </div>
    </section>
  );
}
