import { expect, it } from 'vitest';
import { defineResources, integer } from '#contract/schema/index.ts';
import { listQueryOf } from './list-query.ts';
import { schemasOf } from './schemas.ts';

const { copies } = defineResources({
  copies: { fields: { pages: integer({ max: 9_000_000_000 }), shelf: integer() }, rights: {} },
});

it('an integer beyond 32 bits is also filtered by and returned', () => {
  const filters = listQueryOf(copies);
  expect(filters.safeParse({ pages: '9000000000' }).success).toBe(true);
  expect(filters.safeParse({ shelf: '9000000000' }).success).toBe(false);
  const moment = '2027-01-31T12:00:00.000Z';
  const record = {
    id: '01900000-0000-7000-8000-000000000001',
    shelf: 1,
    createdAt: moment,
    updatedAt: moment,
  };
  const { item } = schemasOf(copies);
  expect(item.safeParse({ ...record, pages: 9_000_000_000 }).success).toBe(true);
  expect(item.safeParse({ ...record, pages: 1, shelf: 9_000_000_000 }).success).toBe(false);
});
