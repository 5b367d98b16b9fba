import { defineResources, references, select, text } from '@bindery/contract/schema/index.ts';

const admin = ['read', 'create', 'update', 'delete'] as const;
const name = text({ required: true, search: true });

/** Resources for tests of references to several records, with all their options. */
export const tagged = defineResources({
  tags: { fields: { name, code: text({ unique: true }) }, rights: { admin, user: ['read'] } },
  authors: { fields: { name }, rights: { admin } },
  articles: {
    fields: {
      title: text({ required: true, search: true }),
      kind: select(['news', 'essay']),
      tags: references('tags', { onDelete: 'setNull' }),
      topics: references('tags', { max: 3 }),
      steps: references('tags', { ordered: true, max: 5, onDelete: 'setNull' }),
      series: references('articles', { onDelete: 'cascade' }),
      authors: references('authors'),
      notes: references('tags', { readBy: ['admin'], onDelete: 'setNull' }),
      sources: references('tags', { when: { kind: ['news'] }, required: true }),
    },
    rights: { admin, user: ['read', 'update'] },
  },
});
