import { check } from '@bindery/contract/schema/check.ts';
import { text } from '@bindery/contract/schema/index.ts';
import { expect, it } from 'vitest';
import { authEntities } from '#backend/database/auth-schema.ts';

const tables = Object.values(authEntities()).map(({ tableName = '' }) => tableName);

it.each(tables.filter((table) => table !== 'users'))(
  'no resource may use the table name %s of better-auth',
  (table) => {
    const name = table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const mistakes = check({ [name]: { fields: { name: text() }, rights: {} } });
    expect(mistakes.map(({ key, problem }) => `${key} ${problem}`)).toContainEqual(
      expect.stringMatching(/^name is a name that the product uses;/),
    );
  },
);
