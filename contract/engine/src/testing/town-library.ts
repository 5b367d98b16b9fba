import {
  boolean,
  date,
  defineResources,
  defineRoles,
  email,
  integer,
  reference,
  select,
  text,
} from '#contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

const roles = defineRoles({
  chief: { manager: true, administersUsers: true },
  librarian: { manager: true, title: 'Librarian at the desk' },
  reader: { newUsers: true },
});

/**
 * Resources with custom roles: a chief administers the users, librarians work in the manager, readers in the
 * app, and visitors may read the catalogue. The guide, docs/roles.md, quotes it.
 */
export const townLibrary = defineResources(
  {
    books: {
      fields: {
        title: text({ required: true, search: true }),
        shelf: text({ search: true, readBy: ['chief', 'librarian', 'reader'] }),
        price: integer({ readBy: ['chief', 'librarian'] }),
      },
      rights: { chief: everything, librarian: everything, reader: ['read'], public: ['read'] },
    },
    wishes: {
      fields: {
        title: text({ required: true }),
        wishedBy: reference('users', { onDelete: 'cascade' }),
        neededOn: date(),
      },
      rights: { librarian: ['read', 'update'], reader: ['read', 'create'], public: ['read', 'create'] },
    },
    loans: {
      fields: {
        book: reference('books', { required: true }),
        borrower: reference('users', { required: true, onDelete: 'cascade' }),
        state: select(['open', 'returned'], { required: true, default: 'open' }),
        dueOn: date(),
        renewals: integer({ min: 0, max: 9 }),
        fee: integer({ writeBy: ['chief', 'librarian'] }),
        remark: text({ search: true, readBy: ['chief', 'librarian'] }),
      },
      label: '{book}',
      rights: {
        chief: everything,
        librarian: everything,
        reader: ['read', 'create', 'update'],
        public: ['read'],
      },
      where: {
        librarian: { delete: () => ({ state: 'returned' }) },
        reader: {
          read: ({ user }) => ({ borrower: user.id }),
          create: ({ user }) => ({ borrower: user.id, state: 'open' }),
          update: ({ now }) => ({ state: 'open', or: [{ dueOn: null }, { dueOn: { gte: now } }] }),
        },
        public: () => ({ state: 'returned', book: { title: { ne: null } } }),
      },
    },
    users: {
      managedBy: 'auth',
      fields: {
        email: email({ required: true, unique: true, search: true }),
        name: text({ search: true }),
        role: select(['chief', 'librarian', 'reader'], { required: true, default: 'reader' }),
        banned: boolean({ required: true, readOnly: true }),
      },
      label: 'email',
      rights: { chief: everything, librarian: ['read'] },
    },
  },
  { roles },
);
