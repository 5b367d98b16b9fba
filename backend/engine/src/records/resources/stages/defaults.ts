import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { fixedValues } from '@bindery/contract/records/rows/row-filter.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { RecordValues } from '../hooks.ts';
import { limitOf, maySet } from '../query/rights.ts';
import type { Writer } from './write-connection.ts';

/**
 * Returns the values that the server sets if a request omits them: dynamic defaults, fields that the caller
 * may not write or see, and values that the caller's row filter fixes.
 */
export const defaults = ({ service: { resource }, actor }: Writer): RecordValues => {
  const fixed = fixedValues(limitOf(actor, resource, 'create'));
  const now = new Date().toISOString();
  const given = (field: ResourceField): unknown => {
    if (Object.hasOwn(fixed, field.name)) return fixed[field.name];
    if (field.defaultFrom) return dynamicDefault(field.defaultFrom, { user: actor, now }) ?? undefined;
    return maySet(actor, field) ? undefined : field.default;
  };
  return Object.fromEntries(
    Object.values(resource.fields)
      .map((field) => [field.name, given(field)])
      .filter(([, value]) => value !== undefined),
  );
};
