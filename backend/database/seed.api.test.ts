import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { defineResources, text } from '#contract/schema/index.ts';
import resources from '#resources.config';
import { seed } from './seed.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase();
});

afterAll(() => test?.drop());

const rows = (table: string, where = 'true') =>
  test.database
    .read<{ count: number }>({
      sql: `select count(*)::int as count from ${table} where ${where}`,
      parameters: [],
    })
    .then(([row]) => row?.count);

describe('the seeds', () => {
  it('leave a catalogue alone whose entries ask for something else', async () => {
    const others = defineResources({
      genres: { fields: { name: text({ required: true }), notes: text({ required: true }) }, rights: {} },
      books: { fields: { title: text({ required: true }) }, rights: {} },
    });
    expect(await seed(test.database, others)).toBe(false);
    expect(await rows('genres')).toBe(0);
  });

  it('fill an empty catalogue once', async () => {
    expect(await seed(test.database, resources)).toBe(true);
    expect(await seed(test.database, resources)).toBe(false);
    expect([await rows('genres'), await rows('books'), await rows('users')]).toEqual([10, 100, 100]);
  });

  it('make one admin and one user to try things out with', async () => {
    expect(await rows('users', `email = 'admin@example.com' and role = 'admin'`)).toBe(1);
    expect(await rows('users', `email = 'user@example.com' and role = 'user'`)).toBe(1);
    expect(await rows('users', `role = 'admin'`)).toBe(1);
  });

  it('show people in every state: verified or not, onboarded or not', async () => {
    for (const state of ['email_verified', 'not email_verified', 'onboarded_at is null'])
      expect(await rows('users', state)).toBeGreaterThan(0);
  });
});
