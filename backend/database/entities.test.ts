import { expect, test } from 'vitest';
import { defineResources, email, integer, select, text } from '#contract/schema/index.ts';
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

test('a field of users that sign-in keeps no column for is refused, with where it belongs instead', () => {
  expect(() => createEntities(users({ phone: text() }))).toThrow(
    /users\.fields\.phone: "text" has no column.*reference\('users'/,
  );
});

test('users may have a computed field, which needs no column', () => {
  expect(createEntities(users({ letters: integer({ computed: 'length({email})' }) }))).not.toEqual([]);
});
