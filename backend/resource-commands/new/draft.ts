import type { Action, KindName, Role } from '#contract/schema/index.ts';

/** A field of a new entry, as an answer or an option states it. */
export interface FieldDraft {
  readonly name: string;
  readonly kind: KindName;
  /** What stands before the options: the resource of a reference, the values of a select. */
  readonly argument: string | readonly string[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A new entry. */
export interface Draft {
  readonly name: string;
  readonly group: string;
  readonly fields: readonly FieldDraft[];
  readonly rights: Readonly<Record<Role, readonly Action[]>>;
}

/** The group of an entry that names none. */
export const USUAL_GROUP = 'application';
