import { type DefaultSource, isDynamicDefault } from '@bindery/contract/schema/dynamic-default.ts';
import type { Action, KindName, Role } from '@bindery/contract/schema/index.ts';

/** A field of a new entry, as an answer or an option states it. */
export interface FieldDraft {
  readonly name: string;
  readonly kind: KindName;
  /** What stands before the options: the resource of a reference, the values of a select. */
  readonly argument: string | readonly string[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A new entry. */
export interface EntryDraft {
  readonly name: string;
  readonly group: string;
  readonly fields: readonly FieldDraft[];
  readonly rights: Readonly<Record<Role, readonly Action[]>>;
}

/** The export that a dynamic default is part of: `currentUser` for `currentUser.id`. */
export const exportOf = (source: DefaultSource): string => source.split('.')[0]!;

/** What an entry needs from `@bindery/contract/schema/index.ts`: its kinds and dynamic defaults, each once. */
export const importsOf = ({ fields }: EntryDraft): string[] => [
  ...new Set(
    fields.flatMap(({ kind, options }) => [
      kind,
      ...(isDynamicDefault(options.default) ? [exportOf(options.default.from)] : []),
    ]),
  ),
];

/** The group of an entry that names none. */
export const USUAL_GROUP = 'application';
