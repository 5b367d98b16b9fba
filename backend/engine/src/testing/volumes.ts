import { defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
/** Resources for tests of bulk writes: with unique rules, references among each other, and hidden fields. */
export const volumeResources = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, search: true }),
      twin: reference('shelves', { onDelete: 'setNull' }),
    },
    rights: { admin: everything, user: ['read', 'delete'] },
  },
  volumes: {
    fields: {
      title: text({ required: true, search: true }),
      author: text(),
      pages: integer({ max: 100 }),
      secret: text({ readBy: ['admin'] }),
      shelf: reference('shelves', { onDelete: 'cascade' }),
      series: reference('volumes'),
      sequel: reference('volumes', { onDelete: 'setNull' }),
    },
    unique: [{ fields: ['title', 'author'], reportOn: 'title' }],
    rights: { admin: everything, user: ['read', 'update'] },
  },
  // With rules about several records: a quota, and a record that must remain.
  seats: {
    fields: {
      name: text({ required: true, search: true }),
      row: text({ search: true }),
      next: reference('seats'),
    },
    rights: { admin: everything },
  },
});
