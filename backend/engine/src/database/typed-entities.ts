import type { Field, Operator } from '@bindery/contract/schema/fields/field.ts';
import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import type { AllResources, Fields, Resource } from '@bindery/contract/schema/index.ts';
import type { EntityName, OptionalProps } from '@mikro-orm/core';
import type { Database } from './connection.ts';

/** A value in the EntityManager: timestamps as Date, references and files by id, all else as in JSON. */
type Stored<F> = F extends { readonly types?: { readonly stored: infer Value } }
  ? Value
  : F extends Field<unknown, infer Out, Operator>
    ? Out extends Referenced | UploadedFile
      ? string
      : Out
    : never;

/** The fields with a column; the EntityManager has others as join tables only, and no computed ones. */
type WithColumn<F extends Fields> = {
  [K in keyof F]: F[K] extends { computed: unknown }
    ? never
    : F[K] extends Field<unknown, infer Out, Operator>
      ? Out extends readonly unknown[]
        ? never
        : K
      : K;
}[keyof F];

/**
 * A record as the EntityManager loads it, typed from its config entry. Optional fields are null when empty;
 * fields with a join table are not part of it.
 */
type EntityOf<F extends Fields> = {
  readonly [OptionalProps]?: 'createdAt' | 'updatedAt';
  readonly id: string;
  createdAt: Date;
  updatedAt: Date;
} & { -readonly [K in WithColumn<F>]: F[K] extends { required: true } ? Stored<F[K]> : Stored<F[K]> | null };

/** The entities of all resources, by name. */
export type Entities<R> = {
  readonly [N in keyof R]: R[N] extends Resource<infer F, string> ? EntityName<EntityOf<F>> : never;
};

/**
 * Returns the entities of a database by resource, for code with an EntityManager: `em.find(entities.books, {
 * author })`. Invalid fields and values do not compile.
 */
export const entitiesOf = <R>(database: Pick<Database, 'entity'>, resources: AllResources & R): Entities<R> =>
  // Which entity belongs to which resource is known only at run time; its type follows from the entry.
  Object.fromEntries(
    Object.values<Resource>(resources).map(({ name, table }) => [name, database.entity(table)]),
  ) as Entities<R>;
