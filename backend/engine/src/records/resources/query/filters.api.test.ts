import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  longText,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createResourceFixture,
  type QueryParameters,
  type ResourceFixture,
} from '#backend/testing/resource-fixture.ts';

const resources = defineResources({
  pieces: {
    fields: {
      name: text({ required: true, search: true }),
      notes: longText({ search: true }),
      bars: integer(),
      price: decimal(),
      live: boolean(),
      day: date(),
      at: datetime(),
      mood: select(['calm', 'wild']),
      contact: email(),
      secret: text({ filter: true, search: true, readBy: ['admin'] }),
      plain: text(),
      after: reference('pieces'),
    },
    rights: { admin: ['read'], user: ['read'] },
  },
  silent: {
    fields: { bars: integer({ readBy: ['admin'] }) },
    sort: 'bars',
    rights: { admin: ['read'], user: ['read'] },
  },
});

let fixture: ResourceFixture;
const ids: Record<string, string> = {};

beforeAll(async () => {
  fixture = await createResourceFixture(resources, { name: 'pieces' });
  const add = async (record: { name: string } & Record<string, unknown>) => {
    ids[record.name] = (await fixture.add(record)).id;
  };
  await add({
    name: 'Étude 100%',
    notes: 'First line\nwith_underscore',
    bars: 10,
    price: '1.50',
    live: true,
    day: '2027-01-31',
    at: '2027-01-31T12:00:00.123Z',
    mood: 'calm',
    contact: 'Ada@Example.com',
    secret: 'hidden door',
  });
  await add({ name: 'etude 1000', notes: 'back\\slash', bars: 20, price: '2.25', live: false, mood: 'wild' });
  await add({ name: 'سَلامٌ أحمد', bars: 30, after: ids['Étude 100%'] });
  await add({ name: 'L’Été', day: '2027-02-01', secret: 'open door' });
});

afterAll(() => fixture?.close());

const found = async (query: QueryParameters) =>
  (await fixture.list(query)).items.map(({ name }) => name).toSorted();

describe('a filter', () => {
  it.each([
    [{ name: 'ETUDE 100%' }, ['Étude 100%']],
    [{ name: ['étude 1000', "l'ete"] }, ['L’Été', 'etude 1000']],
    [{ name_ne: 'etude 100%' }, ['L’Été', 'etude 1000', 'سَلامٌ أحمد']],
    [{ name_like: '0%' }, ['Étude 100%']],
    [{ name_like: 'TUDE 1' }, ['etude 1000', 'Étude 100%']],
    [{ name_startsWith: 'ETUDE 1' }, ['etude 1000', 'Étude 100%']],
    [{ name_startsWith: 'étude 100%' }, ['Étude 100%']],
    [{ name_startsWith: 'tude' }, []],
    [{ name_startsWith: '_tude' }, []],
    [{ contact_startsWith: 'ADA' }, ['Étude 100%']],
    [{ notes_like: 'h_u' }, ['Étude 100%']],
    [{ notes_like: 'k\\s' }, ['etude 1000']],
    [{ bars: 10 }, ['Étude 100%']],
    [{ bars: ['10', '30'] }, ['Étude 100%', 'سَلامٌ أحمد']],
    [{ bars_ne: 10 }, ['L’Été', 'etude 1000', 'سَلامٌ أحمد']],
    [{ bars_ne: ['10', '20'] }, ['L’Été', 'سَلامٌ أحمد']],
    [{ bars_gte: 11, bars_lte: 20 }, ['etude 1000']],
    [{ bars_gt: 10, bars_lt: 30 }, ['etude 1000']],
    [{ price_gt: '1.5' }, ['etude 1000']],
    [{ price_lt: '2.25' }, ['Étude 100%']],
    [{ day_gt: '2027-01-31' }, ['L’Été']],
    [{ day_lt: '2027-02-01' }, ['Étude 100%']],
    [{ at_gt: '2027-01-31T12:00:00.122Z' }, ['Étude 100%']],
    [{ at_gt: '2027-01-31T12:00:00.123Z' }, []],
    [{ mood_ne: ['calm', 'wild'] }, ['L’Été', 'سَلامٌ أحمد']],
    [{ bars_null: true }, ['L’Été']],
    [{ bars_null: false, live: true }, ['Étude 100%']],
    [{ price: '1.5' }, ['Étude 100%']],
    [{ price_gte: 2 }, ['etude 1000']],
    [{ live: false }, ['etude 1000']],
    [{ day_gte: '2027-02-01' }, ['L’Été']],
    [{ at: '2027-01-31T15:00:00.123+03:00' }, ['Étude 100%']],
    [{ mood: ['calm', 'wild'] }, ['etude 1000', 'Étude 100%']],
    [{ contact: 'ADA@example.com' }, ['Étude 100%']],
  ])('%j finds %j', async (query, names) => {
    expect(await found(query)).toEqual(names.toSorted());
  });

  it('by a reference matches its id', async () => {
    const id = ids['Étude 100%']!;
    expect(await found({ after: id })).toEqual(['سَلامٌ أحمد']);
    expect(await found({ after: [id, ids['L’Été']!] })).toEqual(['سَلامٌ أحمد']);
  });

  it('by ids fetches several records at once', async () => {
    expect(await found({ id: [ids['L’Été']!, ids['etude 1000']!] })).toEqual(
      ['L’Été', 'etude 1000'].toSorted(),
    );
  });

  it('on a field that the caller may not read gets the same response as on a nonexistent one', async () => {
    expect(await found({ secret: 'hidden door' })).toEqual(['Étude 100%']);
    await expect(fixture.list({ secret: 'hidden door' }, 'user')).rejects.toMatchObject({
      code: 'INVALID',
      details: { errors: { secret: [{ key: 'errors.unknown' }] } },
    });
    await expect(fixture.list({ _sort: 'secret' }, 'user')).rejects.toMatchObject({
      details: { errors: { _sort: [{ key: 'errors.unknownOrder' }] } },
    });
  });

  it('on the start of a text is served by an index', async () => {
    const { kysely } = fixture.service.database;
    const [line] = await kysely.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      await sql`set local enable_bitmapscan = off`.execute(transaction);
      const plan = sql<{ 'QUERY PLAN': string }>`
        explain select id from pieces where name_folded like fold('Étude') || '%'`;
      return (await plan.execute(transaction)).rows;
    });
    expect(line?.['QUERY PLAN']).toContain('pieces_name_folded_order');
  });

  it('on a field without an index is rejected as unknown', async () => {
    await expect(fixture.list({ plain: 'x' })).rejects.toThrow(/plain/);
  });
});

describe('the search term', () => {
  it.each([
    ['etude', ['etude 1000', 'Étude 100%']],
    ['ÉTUDE 100%', ['Étude 100%']],
    ['line etude', ['Étude 100%']],
    ['line 1000', []],
    ['احمد', ['سَلامٌ أحمد']],
    ['سلام', ['سَلامٌ أحمد']],
    ["l'ete", ['L’Été']],
    ['door', ['Étude 100%', 'L’Été']],
    ['_', ['Étude 100%']],
    ['   ', ['L’Été', 'etude 1000', 'Étude 100%', 'سَلامٌ أحمد']],
  ])('"%s" finds %j', async (q, names) => {
    expect(await found({ q })).toEqual(names.toSorted());
  });

  it('does not search fields that the caller may not read', async () => {
    expect((await fixture.list({ q: 'door' }, 'user')).items).toEqual([]);
  });

  it('is rejected if the resource has no searchable field', async () => {
    const silent = fixture.beside('silent');
    await expect(silent.list({ q: 'x' })).rejects.toMatchObject({
      details: { errors: { q: [{ key: 'errors.unknown' }] } },
    });
  });
});

describe('a field that the caller may not read', () => {
  it('sorts no list, not even by default', async () => {
    const silent = fixture.beside('silent');
    const [first, second] = [await silent.add({ bars: 2 }), await silent.add({ bars: 1 })];
    const ids = async (role: 'admin' | 'user') => (await silent.list({}, role)).items.map(({ id }) => id);
    expect(await ids('admin')).toEqual([second.id, first.id]);
    expect(await ids('user')).toEqual([first.id, second.id]);
  });

  it('is not in the records', async () => {
    const [item] = (await fixture.list({ q: 'etude 100%' }, 'user')).items;
    expect(item).toBeDefined();
    expect(item).not.toHaveProperty('secret');
  });
});
