import type { Entry } from './entry.ts';
import type { CommonOptions, Field, Kind } from './fields/field.ts';
import { fieldKind, isKindName } from './kinds.ts';

/** A field as an entry states it: any options, which its kind may or may not have. */
export type StatedField = Field &
  CommonOptions & {
    readonly to?: string;
    readonly values?: readonly string[];
    readonly titles?: Readonly<Record<string, string>>;
    readonly search?: boolean;
    readonly default?: unknown;
  };

/** Returns a field of an entry; undefined for a text that names none. */
export const statedField = ({ fields }: Pick<Entry, 'fields'>, name: string): StatedField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Returns the kind of a field; undefined if it states none. */
export const statedKind = (field: { readonly kind?: unknown } | undefined): Kind | undefined =>
  isKindName(field?.kind) ? fieldKind(field.kind) : undefined;
