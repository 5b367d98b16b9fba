import { describe, expect, it } from 'vitest';
import { boolean, defineResources, integer, references, text } from '#contract/schema/index.ts';
import { printShop } from '#contract/testing/print-shop.ts';
import { checkExpressions, checkIcons } from './check-entries.ts';

const rights = { admin: ['read'] } as const;

describe('what the types of an entry do not know', () => {
  it('is an icon that there is none of: the nearest is named', () => {
    const withIcon = (icon: string) => ({ books: { name: 'books', icon } });
    expect(() => checkIcons(withIcon('BookOpen'))).not.toThrow();
    expect(() => checkIcons(withIcon('BookOpne'))).toThrow(
      'books.icon: "BookOpne" is unknown; did you mean "BookOpen"?',
    );
  });

  it('is an expression that the database refuses, which needs no table for it', async () => {
    const withSql = (computed: string) =>
      defineResources({
        tags: {
          fields: { name: text(), used: integer({ computed: { count: 'books', through: 'tags' } }) },
          rights,
        },
        books: {
          fields: {
            pages: integer(),
            tags: references('tags'),
            isShort: boolean({ computed: '{pages} < 100' }),
            isLong: boolean({ computed }),
          },
          rights,
        },
      });
    // Only the database is slow to start: it takes all other expressions, which come first.
    await expect(checkExpressions({ ...printShop, ...withSql('{pages} > many') }, undefined)).rejects.toThrow(
      'books.fields.isLong.computed: "{pages} > many" is refused by the database: column "many" does not exist',
    );
  });
});
