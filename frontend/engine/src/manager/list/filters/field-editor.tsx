import { MAX_VALUES } from '@bindery/contract/records/limits.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import select from '#frontend/shell/components/select.module.css';
import input from '#frontend/shell/components/text-field.module.css';
import { type FilterOperator, partsOf } from '../../fields/base/field.ts';
import { fieldComponents } from '../../fields/index.ts';
import { useLabels } from '../../labels.ts';
import {
  type ActiveFilter,
  filtersKey,
  isAccepted,
  isComplete,
  isPresence,
  linesOf,
  operatorsFor,
  takesAnyOf,
} from './active-filters.ts';
import { operatorChoice } from './filter-text.tsx';
import styles from './filters.module.css';
import type { Filtering } from './use-filtering.ts';

interface FieldEditorProps {
  filtering: Filtering;
  field: ResourceField;
}

/** Renders the inputs of a field's filters. Changes apply at once. */
export function FieldEditor(props: FieldEditorProps) {
  return operatorsFor(props.field).every(isPresence) ? (
    <PresenceEditor {...props} />
  ) : (
    <ValuesEditor {...props} />
  );
}

/**
 * Renders the choice of whether a field has a value. No operator is preset, because it would look applied.
 */
function PresenceEditor({ filtering, field }: FieldEditorProps) {
  const { t } = useTranslation();
  const label = useLabels().field(filtering.list.resource, field);
  const operators = operatorsFor(field);
  const applied = filtering.filters.find((filter) => filter.field === field);
  const choose = (chosen: string) => {
    const operator = operators.find((one) => one === chosen);
    filtering.change(field, operator ? [{ field, operator, values: [] }] : []);
  };
  return (
    <div className={styles.activeFilters}>
      <select
        className={select.select}
        aria-label={t('manager.filters.comparison', { field: label })}
        value={applied?.operator ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('manager.filters.any')}</option>
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {operatorChoice({ field, operator })}
          </option>
        ))}
      </select>
    </div>
  );
}

function ValuesEditor({ filtering, field }: FieldEditorProps) {
  const { t } = useTranslation();
  const { drafts, replace, remove, add } = useDrafts(filtering, field);
  return (
    <div className={styles.activeFilters}>
      {drafts.map((draft, place) => (
        <Editor
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no other identity while it is edited
          key={place}
          resource={filtering.list.resource}
          draft={draft}
          others={drafts.toSpliced(place, 1).map(({ operator }) => operator)}
          onChange={(next, typed) => replace(place, next, typed)}
          onRemove={drafts.length > 1 ? () => remove(place) : undefined}
        />
      ))}
      {add && (
        <Button variant="quiet" className={styles.add} onClick={add}>
          <Plus size={16} aria-hidden="true" />
          {t('manager.filters.add')}
        </Button>
      )}
    </div>
  );
}

/** The maximum number of values with an input each; more values have a line each in one text area. */
const MAX_INPUTS = 5;

interface EditorProps {
  resource: Resource;
  draft: FilterDraft;
  /** The operators of the field's other filters, which this filter cannot have as well. */
  others: readonly FilterOperator[];
  onChange: (draft: FilterDraft, typed: boolean) => void;
  onRemove: (() => void) | undefined;
}

function Editor({ resource, draft, others, onChange, onRemove }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabels().field(resource, draft.field);
  const { field, operator } = draft;
  const operators = operatorsFor(field, { own: operator, others });
  const choose = (next: FilterOperator) =>
    onChange({ field, operator: next, values: valuesFor(draft, next) }, false);
  const { isTyped } = fieldComponents(field.kind).filter;
  const paste = (event: ClipboardEvent) => {
    const lines = isTyped ? linesOf(event.clipboardData.getData('text')) : undefined;
    const next = takesAnyOf(draft) ? operator : operators.find((one) => one === 'eq');
    if (!lines || !next || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    const before = takesAnyOf(draft) ? withoutBlanks(draft).values : [];
    onChange({ field, operator: next, values: [...new Set([...before, ...lines])] }, false);
  };
  return (
    <div className={styles.editor} onPasteCapture={paste}>
      <div className={styles.line}>
        {operators.length > 1 && (
          <select
            className={classNames(select.select, styles.operators)}
            aria-label={t('manager.filters.comparison', { field: label })}
            value={operator}
            onChange={({ target }) => choose(operators.find((one) => one === target.value)!)}
          >
            {operators.map((one) => (
              <option key={one} value={one}>
                {operatorChoice({ field, operator: one }, draft.values.length)}
              </option>
            ))}
          </select>
        )}
        {onRemove && (
          <IconButton label={t('manager.filters.remove', { filter: label })} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {!isPresence(operator) && (
        <Inputs
          resource={resource}
          draft={draft}
          label={label}
          onChange={(next) => onChange({ field, operator, values: next }, isTyped === true)}
        />
      )}
    </div>
  );
}

/** Returns the typed values for another operator: all values, or the first one. */
function valuesFor({ operator, values }: FilterDraft, next: FilterOperator): readonly string[] {
  if (isPresence(next)) return [];
  if (next === 'between') return [values[0] ?? '', ''];
  if (operator === 'between' || !takesAnyOf({ operator: next })) return values.slice(0, 1).filter(Boolean);
  return values;
}

interface InputsProps {
  resource: Resource;
  draft: FilterDraft;
  label: string;
  onChange: (values: readonly string[]) => void;
}

/** Renders the input of a filter, or one for each of its values. */
function Inputs({ resource, draft: { field, operator, values }, label, onChange }: InputsProps) {
  const { t } = useTranslation();
  const id = useId();
  const inputs = useRef<HTMLDivElement>(null);
  const { Input, takesSeveral, isTyped } = fieldComponents(field.kind).filter;
  const shared = { resource, field };
  const valueLabel = t('manager.filters.value', { field: label });
  if (takesSeveral || !isTyped)
    return <Input {...shared} id={id} label={valueLabel} values={values} onChange={onChange} />;
  const names =
    operator === 'between'
      ? [t('manager.filters.from', { field: label }), t('manager.filters.to', { field: label })]
      : Array.from({ length: Math.max(1, values.length) }, () => valueLabel);
  const addValue = () => {
    flushSync(() => onChange([...values, '']));
    [...(inputs.current?.querySelectorAll<HTMLElement>('input:not([aria-hidden])') ?? [])].at(-1)?.focus();
  };
  const isInvalid = values.some((value) => value !== '' && !isAccepted(field, value));
  if (takesAnyOf({ operator }) && values.length > MAX_INPUTS)
    return (
      <>
        <textarea
          id={id}
          className={input.input}
          aria-label={valueLabel}
          aria-invalid={isInvalid || values.length > MAX_VALUES}
          rows={MAX_INPUTS}
          dir="auto"
          spellCheck={false}
          value={values.join('\n')}
          onChange={({ target }) => onChange(target.value.split('\n'))}
        />
        {isInvalid && <p className="soft">{t('manager.filters.invalid')}</p>}
        {values.length > MAX_VALUES && (
          <p className="soft">{t('manager.pasted.tooMany', { count: MAX_VALUES })}</p>
        )}
      </>
    );
  return (
    <>
      <div ref={inputs} className={styles.bounds} data-several={takesAnyOf({ operator }) || undefined}>
        {names.map((name, place) => {
          const value = values[place] ?? '';
          return (
            <Input
              {...shared}
              key={`${id}${String(place)}`}
              id={`${id}${place}`}
              label={name}
              aria-invalid={value !== '' && !isAccepted(field, value)}
              values={value === '' ? [] : [value]}
              onChange={([next = '']) =>
                onChange(names.map((_, at) => (at === place ? next : (values[at] ?? ''))))
              }
            />
          );
        })}
      </div>
      {isInvalid && <p className="soft">{t('manager.filters.invalid')}</p>}
      {takesAnyOf({ operator }) && values.length > 0 && values.every((value) => isAccepted(field, value)) && (
        <Button variant="quiet" className={styles.add} onClick={addValue}>
          <Plus size={16} aria-hidden="true" />
          {t('manager.filterValues.add')}
        </Button>
      )}
    </>
  );
}

/** A filter that the user edits: its values are the texts of the inputs, and may still be missing. */
type FilterDraft = ActiveFilter;

const toDraft = (filter: ActiveFilter): FilterDraft => {
  const { toInput } = fieldComponents(filter.field.kind).filter;
  return toInput ? { ...filter, values: filter.values.map((value) => toInput(value)) } : filter;
};

/** Returns a draft without its empty inputs, if it takes several values. */
const withoutBlanks = (draft: FilterDraft): FilterDraft =>
  takesAnyOf(draft) ? { ...draft, values: draft.values.filter((value) => value.trim() !== '') } : draft;

/** Returns the filter of a draft; undefined while values are missing. */
function toActiveFilter(typedDraft: FilterDraft): ActiveFilter | undefined {
  const draft = withoutBlanks(typedDraft);
  const { fromInput } = fieldComponents(draft.field.kind).filter;
  if (!isComplete(draft)) return undefined;
  if (!fromInput) return draft;
  const parts = partsOf(draft.operator);
  return {
    ...draft,
    values: draft.values.map((typed, place) => fromInput(typed, parts[place] ?? parts[0]!)),
  };
}

const blank = (field: ResourceField, others: readonly FilterDraft[]): FilterDraft[] =>
  operatorsFor(field, { others: others.map(({ operator }) => operator) })
    .slice(0, 1)
    .map((operator) => ({ field, operator, values: [] }));

/** The filters of a field while the user edits them. */
interface Drafts {
  readonly drafts: readonly FilterDraft[];
  /** Replaces a draft; with `typed`, the list waits for a pause in typing. */
  readonly replace: (place: number, draft: FilterDraft, typed?: boolean) => void;
  readonly remove: (place: number) => void;
  /** Adds a filter; undefined if the field has no further operator or a filter has no value yet. */
  readonly add: (() => void) | undefined;
}

/**
 * Returns the filters of a field for editing. Complete filters are applied; changes of the URL replace
 * them.
 */
function useDrafts({ filters, change }: Filtering, field: ResourceField): Drafts {
  const applied = filters.filter((filter) => filter.field === field);
  const start = () => (applied.length > 0 ? applied.map(toDraft) : blank(field, []));
  const [drafts, setDrafts] = useState(start);
  const key = filtersKey(applied);
  const sent = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change from elsewhere: Back, or a removed chip
  useEffect(() => {
    if (key === sent.current) return;
    sent.current = key;
    setDrafts(start());
  }, [key]);
  const show = (next: readonly FilterDraft[], typed = false) => {
    const complete = next.flatMap((draft) => toActiveFilter(draft) ?? []);
    sent.current = filtersKey(complete);
    setDrafts([...next]);
    change(field, complete, typed);
  };
  const further = drafts.every((draft) => isComplete(draft)) ? blank(field, drafts) : [];
  return {
    drafts,
    replace: (place, draft, typed) => show(drafts.with(place, draft), typed),
    remove: (place) => {
      const others = drafts.toSpliced(place, 1);
      show(others.length > 0 ? others : blank(field, []));
    },
    add: further.length > 0 ? () => setDrafts([...drafts, ...further]) : undefined,
  };
}
