import { freshDatabase } from '@bindery/backend/testing/database.ts';
import {
  type AllResources,
  boolean,
  datetime,
  defineResources,
  email,
  integer,
  reference,
  references,
  text,
} from '@bindery/contract/schema/index.ts';
import { clinic } from '@bindery/contract/testing/clinic.ts';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { describe, expect, it } from 'vitest';
import { checkExpressions, checkStatements } from './check-entries.ts';
import { checkIcons } from './check-icons.ts';

const rights = { admin: ['read'] } as const;

/** Checks the statements of entries in a database with their tables. */
async function statementsOf(resources: AllResources): Promise<number> {
  const test = await freshDatabase(resources);
  return checkStatements(resources, test.database).finally(test.drop);
}

describe('mistakes in an entry that types do not catch', () => {
  it('include an unknown icon: the nearest is named', async () => {
    const withIcon = (icon: string) => ({ books: { name: 'books', icon } });
    for (const icon of ['BookOpen', 'Axis3d', 'ArrowDown01', 'Clock12', 'AArrowDown'])
      await checkIcons(withIcon(icon));
    await expect(checkIcons(withIcon('bookOpen'))).rejects.toThrow('did you mean "BookOpen"?');
    await expect(checkIcons(withIcon('BookOpne'))).rejects.toThrow(
      'books.icon: "BookOpne" is unknown; did you mean "BookOpen"?',
    );
  });

  it('include an expression that the database rejects, which needs no table for it', async () => {
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
    const mistaken = { ...printShop, ...withSql('{pages} > many') };
    const test = await freshDatabase({});
    // It accepts all other expressions, which come first.
    await expect(checkExpressions(mistaken, undefined, test.database)).rejects.toThrow(
      'books.fields.isLong.computed: "{pages} > many" is rejected by the database: column "many" does not exist',
    );
    await test.drop();
  });
});

describe('mistakes that only appear when a role reads and writes', () => {
  it('are found as each role, for entries with computed values of limited rows', async () => {
    const everything = { admin: ['read', 'create'], user: ['read', 'create'] } as const;
    const limited = defineResources({
      shelves: {
        fields: {
          name: text({ search: true }),
          current: integer({ computed: { count: 'notices', through: 'shelf' } }),
        },
        rights: everything,
      },
      notices: {
        fields: { until: datetime(), shelf: reference('shelves') },
        rights: everything,
        where: { user: ({ now }) => ({ until: { gte: now } }) },
      },
    });
    expect(await statementsOf(limited)).toBeGreaterThan(20);
    expect(await statementsOf(clinic)).toBeGreaterThan(20);
  });

  it('include a row filter that fails for a user without a value, with its role', async () => {
    const broken = defineResources({
      users: {
        managedBy: 'auth',
        fields: { email: email({ required: true }), school: text() },
        rights: { admin: ['read'] },
      },
      classes: {
        fields: { school: text() },
        rights: { user: ['read'] },
        where: {
          user: ({ user }) => ({ school: String(user.school).slice(0, (user.school as string).length) }),
        },
      },
    });
    await expect(statementsOf(broken)).rejects.toThrow(/classes\.rights: "user" cannot read/);
  });
});
