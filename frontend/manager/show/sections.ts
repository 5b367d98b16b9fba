import type { FormSection, Resource, ResourceField } from '#contract/schema/index.ts';

/** A section of a record's page and its fields. */
export interface DetailSection {
  /** Undefined for fields that stand in no section. */
  readonly section: FormSection | undefined;
  readonly fields: readonly ResourceField[];
}

/**
 * Returns the sections of a record's page: those of the form by the entry's `layout`, without the fields that are not
 * shown. Fields that cannot be written need no place in the layout: they come last.
 */
export function sectionsOf({ layout }: Resource, shown: readonly ResourceField[]): DetailSection[] {
  const named = layout.filter(({ name }) => name !== '');
  const placed = new Set(named.flatMap(({ fields }) => fields));
  const sections: DetailSection[] = named.map((section) => ({
    section,
    fields: section.fields.flatMap((name) => shown.find((field) => field.name === name) ?? []),
  }));
  const others = shown.filter(({ name }) => !placed.has(name));
  return [...sections, { section: undefined, fields: others }].filter(({ fields }) => fields.length > 0);
}
