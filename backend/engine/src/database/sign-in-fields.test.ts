import { SIGN_IN_FIELDS } from '@bindery/contract/schema/users.ts';
import { getAuthTables } from 'better-auth/db';
import { expect, it } from 'vitest';
import { schemaOptions } from '#backend/database/auth-schema.ts';

const TYPES: Readonly<Record<string, string>> = { string: 'text', boolean: 'boolean', date: 'datetime' };

it('entries know every field of users that better-auth has a column for, with its type', () => {
  const { createdAt, updatedAt, ...fields } = getAuthTables(schemaOptions).user!.fields;
  expect(SIGN_IN_FIELDS).toEqual(
    Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, TYPES[String(type)]])),
  );
});
