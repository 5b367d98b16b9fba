import { defineResources, defineRoles, email, select } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { replaceFormerRoles } from './roles-at-start.ts';

let ctx: TestDatabase;
beforeAll(async () => {
  ctx = await freshDatabase();
});
afterAll(() => ctx?.drop());

const roles = defineRoles({
  admin: { manager: true, administersUsers: true },
  driver: { manager: true },
  user: { newUsers: true },
});
const resources = defineResources(
  {
    users: {
      managedBy: 'auth',
      fields: {
        email: email({ required: true, unique: true }),
        role: select(['admin', 'driver', 'user'], {
          required: true,
          default: 'user',
          formerValues: { picker: 'driver', constructor: 'driver' },
        }),
      },
      rights: { admin: ['read'] },
    },
  },
  { roles },
);

it('a renamed role keeps its users when the server starts', async () => {
  const { database } = ctx;
  for (const role of ['picker', 'constructor', 'admin', 'toString'])
    await database.kysely
      .insertInto('users')
      .values({ name: '', role, email: `${role}@example.com`, email_verified: true, id: crypto.randomUUID() })
      .execute();
  await replaceFormerRoles(database, resources);
  await replaceFormerRoles(database, resources);
  const sql = 'select role from users order by role';
  const found = await database.query<{ role: string }>({ sql, parameters: [] });
  expect(found.map(({ role }) => role)).toEqual(['admin', 'driver', 'driver', 'toString']);
});
