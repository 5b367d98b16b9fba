import type { Entry } from './entry.ts';
import { type Column, type CommonOptions, type Field, type Kind, knownKinds } from './fields/field.ts';
import * as builders from './fields/index.ts';
import type { RegisteredKinds } from './register.ts';

type Builders = typeof builders & RegisteredKinds;

/** The name of a kind of field. */
export type KindName = keyof Builders & string;

/** A builder of fields, with its kind. */
interface Builder {
  readonly kind: object;
}

// A map has no inherited names: an entry may contain any text as the kind of a field.
const kinds: Map<string, Kind> = knownKinds;
addKinds(builders);

/** Registers kinds with their builders. A product's kind also registers when it builds its first field. */
export function addKinds(all: Readonly<Record<string, Builder>>): void {
  for (const [name, { kind }] of Object.entries(all)) kinds.set(name, kind as Kind);
}

/** Returns the names of all kinds. */
export const kindNames = (): readonly KindName[] => [...kinds.keys()] as KindName[];

/** Returns whether there is a kind of this name. */
export const isKindName = (name: unknown): name is KindName => typeof name === 'string' && kinds.has(name);

/**
 * Returns a kind by name. Its functions take the field itself as their options: the checks of an entry ensure
 * that a field has every option of its kind.
 */
export const fieldKind = (name: KindName): Kind => kinds.get(name)!;

type OptionsOf<K> = K extends { readonly column: (options: infer O) => unknown } ? O : never;
type AllOptions = OptionsOf<Builders[KindName]['kind']>;
type NamesOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** The specific options of all kinds, any of which a field may have; several share `default` and `search`. */
export type KindOptions = {
  readonly [K in Exclude<NamesOf<AllOptions>, keyof CommonOptions | 'default' | 'search'>]?:
    | ValueOf<AllOptions, K>
    | undefined;
};

/** Returns the kind of a field of an entry. */
export const kindOf = ({ kind }: Pick<Field, 'kind'>): Kind => kinds.get(kind)!;

/** Returns the type of a field's column, for checks that distinguish kinds. */
export function columnTypeOf(field: Pick<Field, 'kind'>): Column['type'] {
  const { column, options } = kindOf(field);
  return column(options).type;
}

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
