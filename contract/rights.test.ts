import { describe, expect, it } from 'vitest';
import { can, rightsOf } from './rights.ts';

describe('rights', () => {
  it('are those of the entries, under the singular of each resource', () => {
    expect(rightsOf.admin.book).toEqual(['read', 'create', 'update', 'delete']);
    expect(rightsOf.user.book).toEqual(['read']);
    expect(rightsOf.admin.genre).toEqual(['read']);
  });

  it('open the manager to admins only', () => {
    expect(can('admin', 'apps', 'manager')).toBe(true);
    expect(can('user', 'apps', 'manager')).toBe(false);
    expect(can('user', 'apps', 'app')).toBe(true);
  });

  it('give a user none of the rights over other people', () => {
    expect(rightsOf.user.user).toEqual([]);
    expect(rightsOf.user.session).toEqual([]);
  });

  it('are none without a role, or with one that does not exist', () => {
    expect(can(undefined, 'book', 'read')).toBe(false);
    expect(can('owner', 'book', 'read')).toBe(false);
    expect(can('__proto__', 'book', 'read')).toBe(false);
  });
});
