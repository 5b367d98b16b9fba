import type { Entry, LayoutSection } from './entry.ts';
import { type ReportMistake, unknownName } from './error.ts';
import type { CommonOptions, Field } from './fields/field.ts';

const SECTION_KEYS: readonly string[] = Object.keys({
  name: true,
  title: true,
  fields: true,
  columns: true,
} satisfies Record<keyof LayoutSection, true>);

const isSection = (section: unknown): section is LayoutSection =>
  typeof section === 'object' &&
  section !== null &&
  'name' in section &&
  typeof section.name === 'string' &&
  /^[a-z][a-zA-Z0-9]*$/.test(section.name) &&
  'fields' in section &&
  Array.isArray(section.fields) &&
  section.fields.length > 0;

/** Checks the layout of an entry: every writable field is in exactly one section. */
export const checkLayout = ({ layout, fields }: Entry, reportMistake: ReportMistake): void => {
  if (layout === undefined) return;
  if (!Array.isArray(layout) || !layout.every(isSection)) {
    reportMistake(
      'layout',
      layout,
      'must be a list of sections, such as [{ name: "contents", fields: ["title"] }]',
    );
    return;
  }
  const known = Object.keys(fields);
  const named = new Set<string>();
  const sections = new Set<string>();
  for (const section of layout) {
    for (const key of Object.keys(section))
      if (!SECTION_KEYS.includes(key)) reportMistake(`layout.${key}`, key, unknownName(key, SECTION_KEYS));
    if (sections.has(section.name)) reportMistake('layout', section.name, 'is the name of two sections');
    sections.add(section.name);
    if (![undefined, 1, 2].includes(section.columns))
      reportMistake('layout.columns', section.columns, 'must be 1 or 2');
    for (const name of section.fields) {
      if (!known.includes(name)) reportMistake('layout', name, unknownName(name, known));
      else if (named.has(name)) reportMistake('layout', name, 'is in the layout twice');
      named.add(name);
    }
  }
  const missing = Object.entries<Field & CommonOptions>(fields).filter(
    ([name, field]) => !field?.readOnly && field?.computed === undefined && !named.has(name),
  );
  for (const [name] of missing)
    reportMistake('layout', name, 'is missing: every writable field needs a place');
};
