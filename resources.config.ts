import {
  boolean,
  datetime,
  defineResources,
  email,
  image,
  integer,
  reference,
  select,
  text,
} from '@bindery/contract';

/** Everything the manager manages. An entry here is a table, an API, its rights and its pages. */
export default defineResources({
  genres: {
    icon: 'Tags',
    group: 'configuration',
    fields: {
      name: text({ required: true, max: 100, unique: true, search: true }),
      books: integer({ computed: { count: 'books', through: 'genre' } }),
    },
    rights: { admin: ['read'], user: ['read'] },
  },
  books: {
    icon: 'BookOpen',
    group: 'application',
    fields: {
      title: text({ required: true, max: 255, search: true }),
      author: text({ required: true, max: 255, search: true }),
      genre: reference('genres', { required: true }),
      publisher: text({ max: 255 }),
      cover: image(),
    },
    list: ['title', 'author', 'genre', 'publisher'],
    unique: [{ fields: ['title', 'author'], reportOn: 'title' }],
    sort: 'title',
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
  },
  users: {
    icon: 'Users',
    group: 'administration',
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text({ search: true }),
      role: select(['user', 'admin'], { required: true, default: 'user', usual: 'user' }),
      emailVerified: boolean({ required: true, readOnly: true, usual: true }),
      onboardedAt: datetime({ readOnly: true }),
      banned: boolean({ required: true, readOnly: true, usual: false }),
      banReason: text({ readOnly: true }),
      banExpires: datetime({ readOnly: true, filter: false, sort: false }),
    },
    label: 'email',
    sort: 'email',
    list: ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'],
    rights: { admin: ['read', 'create', 'update', 'delete'] },
  },
});
