import { defineEntity, p } from '@mikro-orm/core';
import { newId } from './id.ts';

/** What was done to a record: one row a write, in the same transaction. Rows are only ever added. */
export const History = defineEntity({
  name: 'History',
  tableName: 'history',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => newId()),
    resource: p.string().length(100),
    recordId: p.uuid(),
    action: p.string().length(10).$type<'create' | 'update' | 'delete'>(),
    /** Who did it; empty where the product did. No foreign key: a history outlives its people. */
    actorId: p.uuid().nullable(),
    at: p.datetime(3).onCreate(() => new Date()),
    /** The fields that changed: `{ title: { before, after } }`. */
    changes: p.json<Changes>(),
  },
  indexes: [
    { name: 'history_record', properties: ['resource', 'recordId', 'at'] },
    { name: 'history_at', properties: ['at', 'id'] },
  ],
});

/** The value of each field that a write changed, as JSON. */
export type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
