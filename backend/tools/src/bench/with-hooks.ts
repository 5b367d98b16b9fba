import type { HooksByResource } from '@bindery/backend/records/resources/hooks.ts';
import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';

/** Hooks that do next to nothing: their writes need a transaction. */
export const HOOKS: HooksByResource = {
  books: {
    beforeCreate: async (values) => ({ ...values, title: String(values.title).trim() }),
    beforeUpdate: async ({ values }) => values,
    beforeDelete: async () => {},
  },
};

/** A resource whose records are deleted with their books. */
export const COPIES = defineResources({
  books: { fields: { title: text({ required: true }) }, rights: { admin: ['read'] } },
  copies: {
    fields: { book: reference('books', { required: true, onDelete: 'cascade' }) },
    rights: { admin: ['read'] },
  },
}).copies;

/** Creates the table of the resource, which no migration of the product does. */
export const CREATE_COPIES = `create table copies (
    id uuid primary key, book_id uuid not null references books (id),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null
  );
  create index on copies (book_id)`;
