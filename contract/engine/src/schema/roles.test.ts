import { describe, expect, it } from 'vitest';
import {
  boolean,
  defineResources,
  defineRoles,
  type Entries,
  email,
  type Fields,
  integer,
  select,
  text,
} from './index.ts';
import { defaultRoles } from './roles.ts';

const roles = defineRoles({
  chief: { manager: true, administersUsers: true, title: 'Head of the library' },
  librarian: { manager: true },
  reader: { newUsers: true },
});
const users = {
  managedBy: 'auth',
  fields: {
    email: email({ required: true }),
    role: select(['chief', 'librarian', 'reader'], { default: 'reader' }),
    banned: boolean(),
  },
  rights: { chief: ['read', 'update'], librarian: ['read'] },
} as const;

describe('the roles of a config', () => {
  it('are an admin, who enters the manager, and a user, if it defines none', () => {
    expect(defaultRoles).toEqual({
      names: ['admin', 'user'],
      titles: { admin: 'Admin', user: 'User' },
      managers: ['admin'],
      administrators: ['admin'],
      administered: {},
      sharingDefaultViews: ['admin'],
      ofNewUsers: 'user',
    });
    const { books } = defineResources({ books: { fields: { name: text() }, rights: {} } });
    expect(books.roles).toBe(defaultRoles);
  });

  it('have labels of their own as a fallback for the locale files', () => {
    const resources = defineResources({ users }, { roles });
    expect(resources.users.fields.role.valueTitles).toEqual({
      chief: 'Head of the library',
      librarian: 'Librarian',
      reader: 'Reader',
    });
  });

  it.each([
    [{ admin: { manager: true } }, 'one role must have "administersUsers: true"'],
    [{ admin: { manager: true, administersUsers: true } }, 'exactly one role must have "newUsers: true"'],
    [{ admin: { administersUsers: true }, user: { newUsers: true } }, 'admin.administersUsers needs'],
    [
      { admin: { manager: true, administersUsers: true, newUsers: true } },
      'would let any visitor who signs up',
    ],
    [{ public: { newUsers: true } }, 'public is a name that the product uses'],
    [{ constructor: { newUsers: true } }, 'constructor is a name that every JavaScript object has'],
    [{ 'my role': { newUsers: true } }, 'my role must be camelCase'],
    [{ clerk: undefined }, 'clerk must be an object of options'],
    [
      { clerk: { manager: 'yes', title: 7 } },
      'clerk.manager must be true or false; clerk.title must be a text',
    ],
    [
      { chief: { manager: true, administersUsers: ['clerks'] }, clerk: { newUsers: true } },
      'chief.administersUsers: "clerks" is unknown; did you mean "clerk"?',
    ],
    [
      { clerk: { newUsers: true }, reader: { newUsers: true } },
      'exactly one role must have "newUsers: true", not clerk and reader',
    ],
    [{ clerk: { administersUsers: 'user' } }, 'must be true or false, or a list of roles'],
    [{ admin: { manger: true } }, 'admin.manger is unknown; did you mean "manager"?'],
  ])('are rejected if they make no sense: %j', (stated, problem) => {
    const define: (given: object) => unknown = defineRoles;
    expect(() => define(stated)).toThrow(problem);
    expect(() => define(stated)).toThrow(/^[^\n]*$/);
  });

  it('are made with defineRoles only', () => {
    const define = defineResources as (entries: object, options: object) => unknown;
    expect(() => define({ users }, { roles: { chief: { manager: true } } })).toThrow(
      'The roles of resources.config.ts are invalid: they must be made with defineRoles.',
    );
  });
});

describe('a role that the config does not define', () => {
  it('has no rights: it does not compile, and is rejected', () => {
    expect(() =>
      defineResources(
        {
          books: {
            fields: { name: text() },
            rights: {
              // @ts-expect-error there is no role "libarian"
              libarian: ['read'],
            },
          },
        },
        { roles },
      ),
    ).toThrow('books.rights.libarian: "libarian" is unknown; did you mean "librarian"?');
  });

  it('reads no field', () => {
    expect(() =>
      defineResources(
        {
          // @ts-expect-error there is no role "admin"
          books: { fields: { name: text(), price: integer({ readBy: ['admin'] }) }, rights: {} },
        },
        { roles },
      ),
    ).toThrow('books.fields.price.readBy: "admin" is unknown');
  });
});

describe('the entry of users', () => {
  const complaint = (change: object): string => {
    try {
      defineResources({ users: { ...users, ...change } as typeof users }, { roles });
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it('lists every role, with the role of new users as the default', () => {
    const role = select(['chief', 'reader'], { default: 'chief' });
    expect(complaint({ fields: { ...users.fields, role } })).toMatch(
      /fields.role.values: .* must be the roles of the config: chief, librarian, reader[\s\S]*must be the role of new users: reader/,
    );
  });

  it('lets only roles that administer users change them, and never makes users public', () => {
    expect(complaint({ rights: { librarian: ['read', 'update'] } })).toContain(
      'only roles with "administersUsers"',
    );
    expect(complaint({ rights: { public: ['read'] } })).toContain('are not public');
  });
});

describe('the roles that write a field', () => {
  const complaint = (fields: Fields, rights: object = {}, where: Entries[string]['where'] = {}): string => {
    try {
      const entries: Entries = { books: { fields, rights, where } };
      defineResources(entries);
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it('are by default those that read it', () => {
    const { books } = defineResources({
      books: { fields: { name: text(), price: integer({ readBy: ['admin'] }) }, rights: {} },
    });
    expect(books.fields.name.writeBy).toEqual(['admin', 'user', 'public']);
    expect(books.fields.price.writeBy).toEqual(['admin']);
  });

  it('must read it, and one that creates records must write what is required', () => {
    const name = text();
    expect(complaint({ name: text({ writeBy: ['editor'] }) })).toContain(
      '"editor" is unknown; there are: admin',
    );
    expect(complaint({ name, price: integer({ readBy: ['admin'], writeBy: ['user'] }) })).toContain(
      'lets user write a field that they may not read',
    );
    expect(complaint({ name: text({ readOnly: true, writeBy: ['user'] }) })).toContain('is never written');
    const priced = { name, price: integer({ required: true, writeBy: ['admin'] }) };
    expect(complaint(priced, { user: ['read', 'create'] })).toContain(
      'keeps user, who may create records, from writing a required field',
    );
    expect(complaint(priced, { admin: ['read', 'create'], user: ['read'] })).toBe('');
  });

  it('may omit a role that creates records if the row filter fixes the value', () => {
    const creating = { user: ['read', 'create'] };
    const price = integer({ required: true, writeBy: ['admin'] });
    const fields = { name: text(), price, count: integer({ required: true, writeBy: ['admin'] }) };
    expect(complaint({ name: text(), price }, creating, { user: () => ({ price: 1 }) })).toBe('');
    expect(complaint(fields, creating, { user: { create: () => ({ and: [{ price: 1, count: 2 }] }) } })).toBe(
      '',
    );
    for (const filter of [{ price: { gte: 1 } }, { price: [1, 2] }, { or: [{ price: 1 }] }, { name: 'a' }])
      expect(complaint({ name: text(), price }, creating, { user: () => filter })).toContain('keeps user');
    expect(complaint({ name: text(), price }, creating, { user: { read: () => ({ price: 1 }) } })).toContain(
      'keeps user',
    );
  });
});
