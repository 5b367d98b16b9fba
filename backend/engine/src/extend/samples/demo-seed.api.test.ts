import { rolesOf } from '@bindery/contract/records/rights.ts';
import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { seed } from '#backend/extend/seed.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { insertSamples } from './insert-samples.ts';
import { seedUsers, usableAccounts } from './seed-users.ts';

let test: TestDatabase;

// Independent of resources.config.ts, which may have other roles and entries.
const { users } = lendingLibrary;
const only = { users };
const roles = rolesOf(only);

beforeEach(async () => {
  test = await freshDatabase();
});

afterEach(() => test?.drop());

const rows = (table: string, where = 'true') =>
  test.database
    .query<{ count: number }>({
      sql: `select count(*)::int as count from ${table} where ${where}`,
      parameters: [],
    })
    .then(([row]) => row?.count);

const ACCOUNTS = [
  { email: 'admin@example.com', role: 'admin' },
  { email: 'user@example.com', role: 'user' },
];

describe('the sample users', () => {
  it('are added once, and later only the two sign-in accounts if missing', async () => {
    expect(await seed(test.database, only)).toBe(true);
    expect(await seed(test.database, only)).toBe(false);
    expect(await rows('users')).toBe(100);
    await test.database.kysely.deleteFrom('users').where('email', '<>', 'user@example.com').execute();
    expect(await seed(test.database, only)).toBe(true);
    expect(await rows('users')).toBe(2);
  });

  it('are only the two sign-in accounts, without sign-ins, in a product without sample records', async () => {
    expect(await seedUsers(test.database, roles, { onlyAccounts: true })).toBe(true);
    expect(await seedUsers(test.database, roles, { onlyAccounts: true })).toBe(false);
    expect(await rows('users')).toBe(2);
    expect(await rows('history')).toBe(0);
  });

  it('include one admin and one user for signing in', async () => {
    await seed(test.database, only);
    expect(await usableAccounts(test.database, roles)).toEqual(ACCOUNTS);
    expect(await rows('users', `role = 'admin'`)).toBe(1);
  });

  it('have every account status: verified or not, onboarded or not', async () => {
    await seed(test.database, only);
    for (const state of ['email_verified', 'not email_verified', 'onboarded_at is null'])
      expect(await rows('users', state)).toBeGreaterThan(0);
  });

  it('have signed in within the last 60 days, on and after the day they joined, more often of late', async () => {
    await seed(test.database, only);
    const signIns = `resource = 'sessions' and action = 'create'`;
    const all = await rows('history', signIns);
    const recent = await rows('history', `${signIns} and at >= now() - interval '30 days'`);
    expect(recent).toBeGreaterThan(all! / 2);
    expect(recent).toBeLessThan(all!);
    const early = `exists (select 1 from users where users.id = actor_id and onboarded_at > at)`;
    expect(await rows('history', `at > now() or at < now() - interval '60 days' or ${early}`)).toBe(0);
  });

  it('leave the sign-ins of a database in use alone', async () => {
    await seed(test.database, only);
    await test.database.kysely.deleteFrom('history').execute();
    await test.database.kysely.deleteFrom('users').where('email', '=', 'user@example.com').execute();
    await seed(test.database, only);
    expect(await rows('history')).toBe(0);
  });

  it('are listed with their current role, but not while banned', async () => {
    await seed(test.database, only);
    const set = (values: object) =>
      test.database.kysely
        .updateTable('users')
        .set(values)
        .where('email', '=', 'admin@example.com')
        .execute();
    await set({ role: 'user' });
    expect(await usableAccounts(test.database, roles)).toEqual([
      { ...ACCOUNTS[0], role: 'user' },
      ACCOUNTS[1],
    ]);
    await set({ banned: true });
    expect(await usableAccounts(test.database, roles)).toEqual([ACCOUNTS[1]]);
  });

  it('do not depend on other config entries', async () => {
    const demanding = defineResources({
      genres: { fields: { name: text({ required: true }), notes: text({ required: true }) }, rights: {} },
      books: { fields: { title: text({ required: true }), genre: reference('genres') }, rights: {} },
    });
    expect(await seed(test.database, { ...demanding, users })).toBe(true);
    expect(await usableAccounts(test.database, roles)).toEqual(ACCOUNTS);
  });
});

describe('sample records', () => {
  const subject = (code: string) => ({ id: newId(), code, name: 'Physics' });
  const insert = (codes: string[], onMisfit?: (reason: string) => void) =>
    insertSamples(
      test.database,
      [{ resource: lendingLibrary.subjects, records: codes.map(subject) }],
      onMisfit,
    );

  it.each([
    ['an entry refuses', ['PHY-101', 'physics'], /code/],
    ['the database refuses', ['PHY-101', 'PHY-101'], /unique/],
  ])('of which %s one are not added, and the reason is reported', async (_, codes, reason) => {
    const told = vi.fn();
    expect(await insert(codes, told)).toBe(false);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(reason));
    expect(await rows('subjects')).toBe(0);
    expect(await insert(codes)).toBe(false);
  });
});
