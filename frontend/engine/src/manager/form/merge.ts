import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { ManagerRecord } from '../resource.ts';
import { type FormValues, isSameValue, toJson, valuesOf, writable } from './values.ts';

/** A record in three states: when the form was opened, in the form, and as another user has saved it. */
export interface Versions {
  readonly base: ManagerRecord;
  /** The values of the inputs. */
  readonly mine: FormValues;
  readonly theirs: ManagerRecord;
}

/** The values of a field as JSON, in the versions of a record. */
export interface FieldVersions {
  readonly field: ResourceField;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Whose value of a field is saved. */
export type Side = 'mine' | 'theirs';

/** Returns the changed fields of a record: those that both changed, to different values, and the others. */
export function compareVersions(resource: Resource, { base, mine, theirs }: Versions) {
  const [baseInputs, theirInputs] = [valuesOf(resource, base), valuesOf(resource, theirs)];
  const changes = writable(resource).map((field) => {
    const { name } = field;
    const isSame = (one: FormValues, other: FormValues) => isSameValue(field, one[name], other[name]);
    return {
      versions: { field, base: base[name], mine: toJson(field, mine[name]), theirs: theirs[name] },
      byMe: !isSame(baseInputs, mine) && !isSame(theirInputs, mine),
      byThem: !isSame(baseInputs, theirInputs),
    };
  });
  const those = (byMe: boolean, byThem: boolean): FieldVersions[] =>
    changes.filter((one) => one.byMe === byMe && one.byThem === byThem).map(({ versions }) => versions);
  return { clashes: those(true, true), onlyTheirs: those(false, true), onlyMine: those(true, false) };
}

/** Returns the inputs of the merged record: what one user changed, and the chosen side of each clash. */
export function mergeVersions(
  resource: Resource,
  versions: Versions,
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const { clashes, onlyTheirs } = compareVersions(resource, versions);
  const taken = [...onlyTheirs, ...clashes.filter(({ field }) => choices[field.name] !== 'mine')];
  const theirs = valuesOf(resource, versions.theirs);
  return {
    ...versions.mine,
    ...Object.fromEntries(taken.map(({ field: { name } }) => [name, theirs[name]])),
  };
}
