import { MOST_VALUES } from '@bindery/contract/records/limits.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import select from '#frontend/shell/components/select.module.css';
import input from '#frontend/shell/components/text-field.module.css';
import type { ConditionOperator } from '../../fields/base/field.ts';
import { fieldComponents } from '../../fields/index.ts';
import { useLabels } from '../../labels.ts';
import { operatorChoice } from './condition-text.tsx';
import { isAccepted, operatorsFor, takesAnyOf } from './conditions.ts';
import { type ConditionDraft, useDrafts } from './drafts.ts';
import styles from './filters.module.css';
import { linesOf } from './pasted-lines.ts';
import type { Filtering } from './use-filtering.ts';

/** Renders the inputs of a field's conditions. Changes apply at once. */
export function FieldEditor({ filtering, field }: { filtering: Filtering; field: ResourceField }) {
  const { t } = useTranslation();
  const { drafts, replace, remove, add } = useDrafts(filtering, field);
  return (
    <div className={styles.conditions}>
      {drafts.map((draft, place) => (
        <Editor
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity while it is edited
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
const MOST_INPUTS = 5;

interface EditorProps {
  resource: Resource;
  draft: ConditionDraft;
  /** The operators of the field's other conditions, which this condition cannot have as well. */
  others: readonly ConditionOperator[];
  onChange: (draft: ConditionDraft, typed: boolean) => void;
  onRemove: (() => void) | undefined;
}

function Editor({ resource, draft, others, onChange, onRemove }: EditorProps) {
  const { t } = useTranslation();
  const label = useLabels().field(resource, draft.field);
  const { field, operator } = draft;
  const operators = operatorsFor(field, { own: operator, others });
  const choose = (next: ConditionOperator) =>
    onChange({ field, operator: next, values: valuesFor(draft, next) }, false);
  const { isTyped } = fieldComponents(field.kind).filter;
  const paste = (event: ClipboardEvent) => {
    const lines = isTyped ? linesOf(event.clipboardData.getData('text')) : undefined;
    const next = takesAnyOf(draft) ? operator : operators.find((one) => one === 'eq');
    if (!lines || !next || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    const before = takesAnyOf(draft) ? draft.values.filter((value) => value.trim() !== '') : [];
    onChange({ field, operator: next, values: [...new Set([...before, ...lines])] }, false);
  };
  return (
    <div className={styles.editor} onPasteCapture={paste}>
      <div className={styles.line}>
        {operators.length > 1 && (
          <select
            className={classNames(select.select, styles.operators)}
            aria-label={t('manager.filters.condition', { field: label })}
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
      {operator !== 'empty' && operator !== 'notEmpty' && (
        <Inputs
          resource={resource}
          draft={draft}
          label={label}
          onChange={(next) =>
            onChange({ field, operator, values: next }, fieldComponents(field.kind).filter.isTyped === true)
          }
        />
      )}
    </div>
  );
}

/** Returns the typed values for another operator: all values, or the first one. */
function valuesFor({ operator, values }: ConditionDraft, next: ConditionOperator): readonly string[] {
  if (next === 'empty' || next === 'notEmpty') return [];
  if (next === 'between') return [values[0] ?? '', ''];
  if (operator === 'between' || !takesAnyOf({ operator: next })) return values.slice(0, 1).filter(Boolean);
  return values;
}

interface InputsProps {
  resource: Resource;
  draft: ConditionDraft;
  label: string;
  onChange: (values: readonly string[]) => void;
}

/** Renders the input of a condition, or one for each of its values. */
function Inputs({ resource, draft: { field, operator, values }, label, onChange }: InputsProps) {
  const { t } = useTranslation();
  const id = useId();
  const inputs = useRef<HTMLDivElement>(null);
  const { Input, takesSeveral, isTyped } = fieldComponents(field.kind).filter;
  const shared = { resource, field };
  if (takesSeveral || !isTyped)
    return (
      <Input
        {...shared}
        id={id}
        label={t('manager.filters.value', { field: label })}
        values={values}
        onChange={onChange}
      />
    );
  const names =
    operator === 'between'
      ? [t('manager.filters.from', { field: label }), t('manager.filters.to', { field: label })]
      : Array.from({ length: Math.max(1, values.length) }, () =>
          t('manager.filters.value', { field: label }),
        );
  const addValue = () => {
    flushSync(() => onChange([...values, '']));
    [...(inputs.current?.querySelectorAll<HTMLElement>('input:not([aria-hidden])') ?? [])].at(-1)?.focus();
  };
  const wrong = values.some((value) => value !== '' && !isAccepted(field, value));
  if (takesAnyOf({ operator }) && values.length > MOST_INPUTS)
    return (
      <>
        <textarea
          id={id}
          className={input.input}
          aria-label={t('manager.filters.value', { field: label })}
          aria-invalid={wrong || values.length > MOST_VALUES}
          rows={MOST_INPUTS}
          dir="auto"
          spellCheck={false}
          value={values.join('\n')}
          onChange={({ target }) => onChange(target.value.split('\n'))}
        />
        {wrong && <p className={styles.hint}>{t('manager.filters.invalid')}</p>}
        {values.length > MOST_VALUES && (
          <p className={styles.hint}>{t('manager.pasted.tooMany', { count: MOST_VALUES })}</p>
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
      {wrong && <p className={styles.hint}>{t('manager.filters.invalid')}</p>}
      {takesAnyOf({ operator }) && values.length > 0 && values.every((value) => isAccepted(field, value)) && (
        <Button variant="quiet" className={styles.add} onClick={addValue}>
          <Plus size={16} aria-hidden="true" />
          {t('manager.filterValues.add')}
        </Button>
      )}
    </>
  );
}
