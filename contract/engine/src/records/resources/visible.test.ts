import { expect, test } from 'vitest';
import { defineResources, integer, text } from '#contract/schema/index.ts';
import { visibleTo } from './visible.ts';

const { things, plain } = defineResources({
  things: {
    fields: {
      code: text({ search: true, readBy: ['admin'] }),
      name: text({ search: true }),
      size: integer({ readBy: ['user'] }),
    },
    sort: 'code',
    rights: { admin: ['read'], user: ['read'] },
  },
  plain: { fields: { name: text() }, rights: { admin: ['read'] } },
});

test('a role, or several roles together, sees only the fields that all of them may read', () => {
  const names = (...roles: ('admin' | 'user')[]) => Object.keys(visibleTo(things, roles).fields);
  expect(names('admin')).toEqual(['code', 'name']);
  expect(names('user')).toEqual(['name', 'size']);
  expect(names('admin', 'user')).toEqual(['name']);
});

test('a hidden field is not a list column, not searched, and not the default sort', () => {
  const seen = visibleTo(things, ['user']);
  expect(seen).toMatchObject({ list: ['name', 'size'], search: ['name'], sort: { field: 'id' } });
});

test('a resource without hidden fields is unchanged', () => {
  expect(visibleTo(plain, ['user'])).toBe(plain);
});
