import { describe, expect, it } from 'vitest';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import { townLibrary } from '#contract/testing/town-library.ts';
import { createRights } from './rights.ts';

const rights = createRights(lendingLibrary);

describe('rights', () => {
  it('come from the entries, under the singular of each resource', () => {
    expect(rights.admin?.book).toEqual(['read', 'create', 'update', 'delete']);
    expect(rights.user?.book).toEqual(['read']);
    expect(rights.admin?.genre).toEqual(['read']);
  });

  it('allow only admins to enter the manager', () => {
    expect(rights.admin?.apps).toEqual(['app', 'manager']);
    expect(rights.user?.apps).toEqual(['app']);
  });

  it('give a user none of the rights over other users', () => {
    expect(rights.user?.user).toEqual([]);
    expect(rights.user?.session).toEqual([]);
  });

  it('of configured roles decide who enters the manager and who administers users', () => {
    const own = createRights(townLibrary);
    expect(own.librarian).toMatchObject({ apps: ['app', 'manager'], user: ['read'], session: [] });
    expect(own.librarian?.book).toContain('create');
    expect(own.chief?.user).toContain('impersonate');
    expect(own.chief?.wish).toEqual([]);
    expect(own.reader).toMatchObject({ apps: ['app'], user: [], book: ['read'] });
    expect(own.public).toEqual({ user: [], book: ['read'], wish: ['read', 'create'], loan: ['read'] });
  });

  it.each(['', 'no role of any config', '__proto__'])('do not exist for an unknown role: %j', (role) => {
    expect(rights[role]).toBeUndefined();
  });
});
