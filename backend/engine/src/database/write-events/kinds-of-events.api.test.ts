import { defineResources, integer, references, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createAppTools } from '#backend/extend/create-app-tools.ts';
import { EventDeliveries } from '#backend/extend/event-deliveries.ts';
import { readWhole } from '#backend/extend/records.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { logger } from '#backend/logging/logger.ts';
import { bulk } from '#backend/records/resources/bulk/bulk.ts';
import type { CommittedWrite } from '#backend/records/resources/hooks.ts';
import { create, remove, restore, update } from '#backend/records/resources/operations/write-record.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import {
  createResourceServices,
  type ResourceServices,
} from '#backend/records/resources/resource-service.ts';
import { undoBatch } from '#backend/records/resources/undo/undo.ts';
import { freshDatabase } from '#backend/testing/database.ts';
import { ACTOR, FILE_URLS } from '#backend/testing/resource-fixture.ts';

const rights = { admin: ['read', 'create', 'update', 'delete', 'restore'] } as const;
const resources = defineResources({
  tags: {
    fields: { name: text({ required: true }) },
    label: 'name',
    rights: { admin: ['read', 'create', 'update', 'delete'] },
  },
  notes: {
    archive: true,
    fields: {
      title: text({ required: true }),
      tags: references('tags', { onDelete: 'setNull' }),
      size: integer(),
      share: integer({ computed: '100 / {size}' }),
    },
    label: 'title',
    rights,
  },
});

let services: ResourceServices;
let stop: () => Promise<void>;
let left: () => Promise<number>;
let tools: ReturnType<typeof createAppTools>;
const delivered: CommittedWrite[] = [];

beforeAll(async () => {
  const { database, drop } = await freshDatabase(resources);
  const hooks = { notes: { afterCommit: async (write: CommittedWrite) => void delivered.push(write) } };
  const events = new EventDeliveries({ database, hooks });
  const counts = new CountCache(database);
  services = createResourceServices({ resources, database, counts, hooks, events, fileUrls: FILE_URLS });
  const jobs = { add: async () => '' };
  tools = createAppTools({ database, services, mailer: { post: () => {} }, jobs });
  events.start(services, tools);
  left = async () => {
    const sql = 'select count(*)::int as count from write_events';
    return (await database.query<{ count: number }>({ sql, parameters: [] }))[0]!.count;
  };
  stop = async () => {
    await events.stop();
    await drop();
  };
});
afterAll(() => stop?.());
beforeEach(() => {
  delivered.length = 0;
});

const notes = () => services.get('notes')!;
const settled = () => expect.poll(() => left()).toBe(0);
const add = async (values: object = {}) =>
  (await create(notes(), { values: { title: 'A note', ...values }, actor: ACTOR })).id;
const one = (id: string) => ({ id, ifMatch: undefined, actor: ACTOR });
const actions = () => delivered.map(({ action }) => action);

it('reports that a record was archived and restored, with the record, and when it is deleted permanently', async () => {
  const id = await add();
  await remove(notes(), one(id));
  await settled();
  await restore(notes(), one(id));
  await remove(notes(), one(id));
  await settled();
  await remove(notes(), { ...one(id), archived: true });
  await settled();
  expect(actions()).toEqual(['create', 'archive', 'restore', 'archive', 'delete']);
  expect(delivered[1]).toMatchObject({ recordId: id, record: { id, title: 'A note' }, changes: {} });
  expect(delivered[4]).toMatchObject({ record: null, changes: { title: { before: 'A note' } } });
});

it('reports each record that is archived or restored in bulk, and the undo', async () => {
  const ids = [await add(), await add()];
  const archived = await bulk(notes(), { body: { select: { ids }, action: 'delete' }, actor: ACTOR });
  await undoBatch(services, { batch: archived.batch, actor: ACTOR });
  await bulk(notes(), { body: { select: { ids }, action: 'delete' }, actor: ACTOR });
  const select = { ids, archived: true } as const;
  await bulk(notes(), { body: { select, action: 'restore' }, actor: ACTOR });
  await settled();
  const all = ['create', 'archive', 'restore', 'archive', 'restore'];
  for (const id of ids)
    expect(delivered.filter((event) => event.recordId === id).map(({ action }) => action)).toEqual(all);
  expect(delivered.filter(({ batch }) => batch === archived.batch)).toHaveLength(2);
});

it('reports several references that are set with a new record, changed, or removed by a deletion', async () => {
  const tags = services.get('tags')!;
  const tag = async (name: string) => (await create(tags, { values: { name }, actor: ACTOR })).id;
  const [first, second] = [await tag('First'), await tag('Second')];
  const id = await add({ tags: [first] });
  await update(notes(), { ...one(id), values: { tags: [first, second] } });
  await remove(tags, one(second));
  await settled();
  expect(delivered.map(({ changes }) => changes.tags)).toEqual([
    { before: [], after: [first] },
    { before: [first], after: [first, second] },
    { before: [first, second], after: [first] },
  ]);
  expect(delivered[2]?.record).toMatchObject({ tags: [{ id: first, label: 'First' }] });
});

it('delivers a record without the computed fields that have no value, once', async () => {
  const log = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const id = await add({ size: 1 });
  await settled();
  expect(delivered[0]?.record).toMatchObject({ share: 100 });
  const { database } = notes();
  // As if another expression had computed the share until now.
  await database.execute({ sql: 'update notes set size = 0 where id = $1', parameters: [id] });
  await update(notes(), { ...one(id), values: { title: 'Changed' } });
  await settled();
  expect(actions()).toEqual(['create', 'update']);
  expect(delivered[1]?.record).toMatchObject({ title: 'Changed', size: 0 });
  expect(delivered[1]?.record).not.toHaveProperty('share');
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ record: id }), 'computed fields omitted');
  log.mockRestore();
});

it('lets extension tools archive, restore and delete permanently, as the application', async () => {
  const id = await add();
  // The tools have the types of the project's config, and these services are of other resources.
  const records = tools(APPLICATION).records('notes' as 'users');
  await records.delete(id);
  expect(await records.restore(id)).toMatchObject({ id, title: 'A note' });
  await records.delete(id);
  await records.delete(id, { archived: true });
  expect(await readWhole(notes(), id)).toBeNull();
  await settled();
  expect(
    delivered.flatMap((event) => (event.recordId === id ? [[event.action, event.author.actor]] : [])),
  ).toEqual([
    ['create', ACTOR.id],
    ['archive', null],
    ['restore', null],
    ['archive', null],
    ['delete', null],
  ]);
});
