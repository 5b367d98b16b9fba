import type { KindName } from '#contract/schema/index.ts';
import { kebabCase } from '#contract/schema/names.ts';
import type { FieldKind } from './field.ts';

/** Every `.tsx` file of this folder is a field kind. */
const kinds = import.meta.glob<FieldKind>('./*.tsx', { eager: true, import: 'kind' });

/** Returns the components of a field kind. Throws if it has no file in this folder. */
export const fieldComponents = (name: KindName): FieldKind => {
  const file = `${kebabCase(name)}.tsx`;
  const kind = kinds[`./${file}`];
  if (!kind) throw new Error(`There is no frontend/manager/fields/${file} for the field kind ${name}`);
  return kind;
};
