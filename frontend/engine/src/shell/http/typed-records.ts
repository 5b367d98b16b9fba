import type { RecordOf } from '@bindery/contract/records/resources/types.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { RegisteredResources, ResourceName } from '@bindery/contract/schema/register.ts';

/** A record of a resource, typed from its entry. */
export type RecordIn<N extends ResourceName> =
  RegisteredResources[N] extends Resource<infer F, string, string> ? RecordOf<F> : never;

/** The name of a field of a resource's records, other than the id. */
export type FieldNameIn<N extends ResourceName> = Exclude<keyof RecordIn<N>, 'id'> & string;
