import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';

/** Which tests of an entry run. */
export interface Selection {
  /** Returns the fields that a kind of test runs for. */
  fields<Field extends ResourceField>(test: string, fields: readonly Field[]): readonly Field[];
  /** Returns whether a kind of test runs at all. */
  has(test: string): boolean;
}

/** All tests, as for the entries of a product: each may have a mistake of its own. */
export const EVERYTHING: Selection = { fields: (_test, fields) => fields, has: () => true };

/** What only names a field, or who may read and write it. */
const NAMES: readonly string[] = [
  'name',
  'title',
  'help',
  'description',
  'valueTitles',
  'was',
  'column',
  'searchColumn',
  'readBy',
  'writeBy',
  'isHiddenFromSome',
];

/** Returns what decides how a field behaves for the roles that may read and write it, as a text. */
function behaviourOf(field: ResourceField, resource: Resource, resources: AllResources): string {
  const target = resources[field.to ?? ''];
  const described = {
    ...field,
    to: target && [target.managedBy, target === resource, target.archive, target.fields[target.label]?.kind],
    join: Boolean(field.join),
    values: Boolean(field.values),
    when: Boolean(field.when),
    pattern: String(field.pattern),
  };
  return JSON.stringify(Object.entries(described).filter(([key]) => !NAMES.includes(key)));
}

/**
 * Selects the tests of what no earlier entry has declared. For entries of test libraries: the engine treats
 * fields that differ only in their names in the same way.
 */
export class Declarations {
  readonly #known = new Set<string>();

  /** Returns the tests of an entry that declares something new. */
  of(resource: Resource, resources: AllResources): Selection {
    const isNew = (declared: string) => {
      const { size } = this.#known;
      return this.#known.add(declared).size > size;
    };
    return {
      fields: (test, fields) =>
        fields.filter((field) => isNew(`${test} ${behaviourOf(field, resource, resources)}`)),
      has: (test) => isNew(`${test} ${resource.archive}`),
    };
  }
}
