import type { FormSection, Resource } from '#contract/schema/index.ts';

/**
 * Returns the sections of a record's page with the names of all fields: the form's sections from the entry's
 * `layout`. Read-only fields need no place in the layout: they follow their predecessor in the entry.
 */
export function detailSections({ layout, fields }: Pick<Resource, 'layout' | 'fields'>): FormSection[] {
  const names = Object.keys(fields);
  if (layout.length === 0) return [{ name: '', title: '', columns: 1, fields: names }];
  const sections = layout.map((section) => ({ ...section, fields: [...section.fields] }));
  const sectionOf = (name: string | undefined) =>
    sections.find((section) => name !== undefined && section.fields.includes(name));
  names.forEach((name, index) => {
    if (sectionOf(name)) return;
    const before = names[index - 1];
    // The first fields of an entry have no predecessor.
    const section = sectionOf(before) ?? sections[0]!;
    section.fields.splice(before === undefined ? 0 : section.fields.indexOf(before) + 1, 0, name);
  });
  return sections;
}
