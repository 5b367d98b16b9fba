import { defineResources, email, integer, select, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { createEntities } from './entities.ts';

const users = (more: object) =>
  defineResources({
    users: {
      managedBy: 'auth' as const,
      fields: {
        email: email({ required: true }),
        role: select(['user', 'admin'], { required: true, default: 'user' }),
        ...more,
      },
      rights: { admin: ['read'] },
    },
  });

const columnsOf = (more: object) =>
  createEntities(users(more)).find(({ tableName }) => tableName === 'users')!.meta.properties;

test('a field of users without a column of better-auth has its own column', () => {
  const columns = columnsOf({ phone: text(), level: select(['a', 'b'], { required: true, default: 'a' }) });
  expect(columns).toMatchObject({
    phone: { fieldName: 'phone', nullable: true },
    level: { fieldName: 'level', nullable: false, default: 'a' },
  });
});

test('a field with a column of better-auth leaves that column unchanged', () => {
  expect(columnsOf({ language: text() }).language).toEqual(columnsOf({}).language);
});

test('users may have a computed field, which needs no column', () => {
  expect(createEntities(users({ letters: integer({ computed: 'length({email})' }) }))).not.toEqual([]);
});
