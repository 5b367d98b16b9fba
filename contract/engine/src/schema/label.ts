import type { CheckedEntry } from './checked-entry.ts';
import type { Entries, Entry } from './entry.ts';
import { unknownName } from './error.ts';
import { kindOf, type StatedField, statedField } from './kinds.ts';
import { fieldsIn, type TemplatePart, templateParts } from './template.ts';

/** Parses a label: returns a template's texts and fields in order, or the single field; empty for `id`. */
export const labelParts = (label: string): TemplatePart[] => {
  if (label.includes('{')) return templateParts(label);
  return label === 'id' ? [] : [{ field: label }];
};

const fieldsOf = (label: string): string[] => fieldsIn(labelParts(label));

const targetOf = (entry: Entry, field: string): string | undefined => statedField(entry, field)?.to;

/** Returns why a field cannot be part of a label; undefined if it can. */
const unusable = (field: StatedField): string | undefined => {
  const kind = kindOf(field);
  if (kind.join) return 'cannot be part of a label: records have several of its values';
  if (field.computed !== undefined) return 'cannot be part of a label: it is computed';
  return kind.upload && 'is a file, not a text';
};

/** Returns the cycle of labels through a resource, if any: a label cannot contain itself. */
const cycleFrom = (entries: Entries, way: readonly [string, ...string[]]): readonly string[] | undefined => {
  const entry = entries[way.at(-1)!];
  if (entry?.label === undefined) return undefined;
  for (const field of fieldsOf(entry.label)) {
    const target = targetOf(entry, field);
    if (target === way[0]) return [...way, target];
    if (target === undefined || way.includes(target)) continue;
    const cycle = cycleFrom(entries, [...way, target]);
    if (cycle) return cycle;
  }
  return undefined;
};

/** Checks the label of an entry: it may name only fields of the entry, and must not contain itself. */
export const checkLabel = ({ resource, entry, entries, reportMistake }: CheckedEntry): void => {
  const { label } = entry;
  if (label === undefined) return;
  const names = Object.keys(entry.fields);
  const fields = fieldsOf(label);
  if (templateParts(label).some((part) => 'text' in part && /[{}]/.test(part.text)))
    reportMistake('label', label, 'must have each field in braces: "{title} – {author}"');
  else if (fields.length === 0) reportMistake('label', label, 'must name at least one field');
  for (const name of fields) {
    const field = statedField(entry, name);
    const problem = field ? unusable(field) : unknownName(name, names);
    if (problem) reportMistake('label', name, problem);
  }
  const cycle = cycleFrom(entries, [resource]);
  if (cycle) reportMistake('label', label, `refers to itself: ${cycle.join(' → ')}`);
};

/**
 * Returns the entries, each with a label: its own, else `name` or `title`, else its first text, else its
 * first field. A reference contributes the label of its target, unless that would be a cycle.
 */
export const withLabels = (entries: Entries): Entries => {
  const labels = new Map(Object.entries(entries).map(([name, { label }]) => [name, label]));
  const targetsOf = (name: string): string[] =>
    fieldsOf(labels.get(name) ?? 'id').flatMap((field) => targetOf(entries[name]!, field) ?? []);
  const reaches = (from: string, goal: string): boolean =>
    from === goal || targetsOf(from).some((target) => reaches(target, goal));

  for (const [name, entry] of Object.entries(entries)) {
    const closesCycle = (field: string) => {
      const target = targetOf(entry, field);
      return target !== undefined && reaches(target, name);
    };
    if (entry.label === undefined)
      labels.set(name, candidates(entry).find((field) => !closesCycle(field)) ?? 'id');
  }
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, { ...entry, label: labels.get(name) ?? 'id' }]),
  );
};

const candidates = (entry: Entry): string[] => {
  const usable = Object.entries(entry.fields).filter(([, field]) => !unusable(field));
  const names = usable.map(([name]) => name);
  const texts = usable.filter(([, field]) => kindOf(field).isName).map(([name]) => name);
  return [...texts.filter((name) => name === 'name' || name === 'title'), ...texts, ...names];
};
