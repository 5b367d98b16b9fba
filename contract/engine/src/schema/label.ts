import type { Entries, Entry } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions } from './fields/field.ts';
import { fieldKind, isKindName } from './kinds.ts';

/** A part of a label: a fixed text, or the value of a field. */
export type LabelPart = { readonly text: string } | { readonly field: string };

const PLACEHOLDER = /\{(\w+)\}/;

/**
 * Parses a label: returns the texts and fields of a template in order, or the single field; empty for `id`.
 */
export const labelParts = (label: string): LabelPart[] => {
  if (!label.includes('{')) return label === 'id' ? [] : [{ field: label }];
  // split with a capture group returns the matches too: every second item is the name of a field.
  return label
    .split(PLACEHOLDER)
    .flatMap((piece, index) => (piece === '' ? [] : [index % 2 ? { field: piece } : { text: piece }]));
};

const fieldsIn = (label: string): string[] =>
  labelParts(label).flatMap((part) => ('field' in part ? [part.field] : []));

const hasSeveralValues = (entry: Entry, name: string): boolean => {
  const kind = Object.hasOwn(entry.fields, name) ? entry.fields[name]?.kind : undefined;
  return isKindName(kind) && fieldKind(kind).join !== undefined;
};

const targetOf = (entry: Entry, field: string): string | undefined =>
  (entry.fields[field] as { readonly to?: string } | undefined)?.to;

const isFile = (entry: Entry, field: string): boolean => {
  const kind = entry.fields[field]?.kind;
  return isKindName(kind) && fieldKind(kind).upload !== undefined;
};

const isComputed = (entry: Entry, field: string): boolean =>
  (entry.fields[field] as CommonOptions | undefined)?.computed !== undefined;

/** Returns the cycle of labels through a resource, if any: a label cannot contain itself. */
const cycleFrom = (entries: Entries, way: readonly [string, ...string[]]): readonly string[] | undefined => {
  const entry = entries[way.at(-1)!];
  if (entry?.label === undefined) return undefined;
  for (const field of fieldsIn(entry.label)) {
    const target = targetOf(entry, field);
    if (target === way[0]) return [...way, target];
    if (target === undefined || way.includes(target)) continue;
    const cycle = cycleFrom(entries, [...way, target]);
    if (cycle) return cycle;
  }
  return undefined;
};

/** Checks the label of an entry: it may name only fields of the entry, and must not contain itself. */
export const checkLabel = (entries: Entries, name: string, reportMistake: ReportMistake): void => {
  const entry = entries[name]!;
  const { label } = entry;
  if (label === undefined) return;
  const names = Object.keys(entry.fields);
  const fields = fieldsIn(label);
  if (/[{}]/.test(label.replaceAll(new RegExp(PLACEHOLDER, 'g'), '')))
    reportMistake('label', label, 'must have each field in braces: "{title} – {author}"');
  else if (fields.length === 0) reportMistake('label', label, 'must name at least one field');
  for (const field of fields)
    if (!names.includes(field)) reportMistake('label', field, unknownName(field, names));
    else if (hasSeveralValues(entry, field))
      reportMistake('label', field, 'cannot be part of a label: records have several of its values');
    else if (isComputed(entry, field))
      reportMistake('label', field, 'cannot be part of a label: it is computed');
    else if (isFile(entry, field)) reportMistake('label', field, 'is a file, not a text');
  const cycle = cycleFrom(entries, [name]);
  if (cycle) reportMistake('label', label, `refers to itself: ${cycle.join(' → ')}`);
};

/**
 * Returns the entries, each with a label: its own, else `name` or `title`, else its first text, else its
 * first field. A reference contributes the label of its target, unless that would be a cycle.
 */
export const withLabels = (entries: Entries): Entries => {
  const labels = new Map(Object.entries(entries).map(([name, { label }]) => [name, label]));
  const targetsOf = (name: string): string[] =>
    fieldsIn(labels.get(name) ?? 'id').flatMap((field) => targetOf(entries[name]!, field) ?? []);
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
  const names = Object.keys(entry.fields).filter(
    (name) => !hasSeveralValues(entry, name) && !isFile(entry, name) && !isComputed(entry, name),
  );
  const texts = names.filter((name) => {
    const kind = entry.fields[name]?.kind;
    return isKindName(kind) && fieldKind(kind).isName;
  });
  return [...texts.filter((name) => name === 'name' || name === 'title'), ...texts, ...names];
};
