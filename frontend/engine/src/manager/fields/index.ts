import ownKinds from 'virtual:bindery/field-kinds';
import type { KindName } from '@bindery/contract/schema/index.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import type { FieldKind } from './field.ts';

/** Every `.tsx` file of this folder is a field kind, and so is every one of the product's `frontend/extensions/field-kinds`. */
const kinds = import.meta.glob<FieldKind>('./*.tsx', { eager: true, import: 'kind' });

/** Returns the components of a field kind. Throws if it has no file in these folders. */
export const fieldComponents = (name: KindName): FieldKind => {
  const file = `${kebabCase(name)}.tsx`;
  const kind = kinds[`./${file}`] ?? ownKinds[`./extensions/field-kinds/${file}`];
  if (!kind)
    throw new Error(`There is no frontend/extensions/field-kinds/${file} for the field kind ${name}`);
  return kind;
};
