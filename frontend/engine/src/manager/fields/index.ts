import kinds from 'virtual:bindery/field-kinds';
import type { KindName } from '@bindery/contract/schema/index.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import type { FieldKind } from './base/field.ts';

/**
 * Returns the components of a field kind: every `.tsx` file of this folder and of the product's
 * `frontend/extensions/field-kinds` is one. Throws if the kind has no file in these folders.
 */
export const fieldComponents = (name: KindName): FieldKind => {
  const file = `${kebabCase(name)}.tsx`;
  const kind = kinds[`./manager/fields/${file}`] ?? kinds[`./extensions/field-kinds/${file}`];
  if (!kind)
    throw new Error(`There is no frontend/extensions/field-kinds/${file} for the field kind ${name}`);
  return kind;
};
