import { check } from '@bindery/contract/schema/check.ts';
import { text } from '@bindery/contract/schema/index.ts';
import { SIGN_IN_FIELDS } from '@bindery/contract/schema/users.ts';
import { getAuthTables } from 'better-auth/db';
import { expect, it } from 'vitest';
import { schemaOptions } from '#backend/database/auth-schema.ts';
import { createEntities } from '#backend/database/entities.ts';

const tables = createEntities({}).map(({ tableName = '' }) => tableName);

it.each(tables.filter((table) => table !== 'users'))(
  'no resource may use the name of the table %s',
  (table) => {
    const name = table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const mistakes = check({ [name]: { fields: { name: text() }, rights: {} } });
    expect(mistakes.map(({ key, problem }) => `${key} ${problem}`)).toContainEqual(
      expect.stringMatching(/^name is a name that the product uses;/),
    );
  },
);

const TYPES: Readonly<Record<string, string>> = { string: 'text', boolean: 'boolean', date: 'datetime' };

it('entries know every field of users that better-auth has a column for, with its type', () => {
  const { createdAt, updatedAt, ...fields } = getAuthTables(schemaOptions).user!.fields;
  expect(SIGN_IN_FIELDS).toEqual(
    Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, TYPES[String(type)]])),
  );
});
