import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { resourceNamed } from '../resource.ts';

/** Records of a resource, which refer to one record with a field. */
export interface CountedList {
  readonly counted: Resource;
  /** The name of the field. */
  readonly through: string;
}

/** Returns the list of the records that a field counts; undefined if the user has none of exactly these. */
export function countedList({ computed }: ResourceField): CountedList | undefined {
  if (!computed || !('aggregate' in computed)) return undefined;
  const { aggregate, of, through, where, ofAll } = computed;
  const counted = resourceNamed(of);
  if (aggregate !== 'count' || where || ofAll || !counted || !may(counted.singular, 'read')) return undefined;
  return counted.fields[through]?.operators.includes('eq') ? { counted, through } : undefined;
}
