import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { useEffect, useRef, useState } from 'react';
import { partsOf } from '../../fields/condition-parts.ts';
import { fieldComponents } from '../../fields/index.ts';
import { type Condition, conditionKey, isComplete, operatorsFor, takesAnyOf } from './conditions.ts';
import type { Filtering } from './use-filtering.ts';

/** A condition that the user edits: its values are the texts of the inputs, and may still be missing. */
export type ConditionDraft = Condition;

const toDraft = (condition: Condition): ConditionDraft => {
  const { toInput } = fieldComponents(condition.field.kind).filter;
  return toInput ? { ...condition, values: condition.values.map((value) => toInput(value)) } : condition;
};

/** Returns a draft without its empty inputs, if it takes several values. */
const withoutBlanks = (draft: ConditionDraft): ConditionDraft =>
  takesAnyOf(draft) ? { ...draft, values: draft.values.filter((value) => value.trim() !== '') } : draft;

/** Returns the condition of a draft; undefined while values are missing. */
function toCondition(typedDraft: ConditionDraft): Condition | undefined {
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

const blank = (field: ResourceField, others: readonly ConditionDraft[]): ConditionDraft[] =>
  operatorsFor(field, { others: others.map(({ operator }) => operator) })
    .slice(0, 1)
    .map((operator) => ({ field, operator, values: [] }));

/** The conditions of a field while the user edits them. */
interface Drafts {
  readonly drafts: readonly ConditionDraft[];
  /** Replaces a draft; with `typed`, the list waits for a pause in typing. */
  readonly replace: (place: number, draft: ConditionDraft, typed?: boolean) => void;
  readonly remove: (place: number) => void;
  /** Adds a condition; undefined if the field has no further operator or a condition has no value yet. */
  readonly add: (() => void) | undefined;
}

/**
 * Returns the conditions of a field for editing. Complete conditions are applied; changes of the URL replace
 * them.
 */
export function useDrafts({ conditions, change }: Filtering, field: ResourceField): Drafts {
  const applied = conditions.filter((condition) => condition.field === field);
  const start = () => (applied.length > 0 ? applied.map(toDraft) : blank(field, []));
  const [drafts, setDrafts] = useState(start);
  const key = conditionKey(applied);
  const sent = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change from elsewhere: Back, or a removed chip
  useEffect(() => {
    if (key === sent.current) return;
    sent.current = key;
    setDrafts(start());
  }, [key]);
  const show = (next: readonly ConditionDraft[], typed = false) => {
    const complete = next.flatMap((draft) => toCondition(draft) ?? []);
    sent.current = conditionKey(complete);
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
