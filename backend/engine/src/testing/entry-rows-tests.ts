import { rowFilter } from '@bindery/contract/records/rows/row-filter.ts';
import { type Action, PUBLIC, type Resource, type Role } from '@bindery/contract/schema/index.ts';
import { expect } from 'vitest';
import type { EntryFixture } from './entry-fixture.ts';
import { satisfies } from './satisfies.ts';
import { satisfyingValues } from './satisfying-values.ts';

type Json = Readonly<Record<string, unknown>>;

/** An action of a role on a record. */
export interface TriedRow {
  readonly resource: Resource;
  readonly role: Role;
  readonly action: Action;
  /** Whether the record has the values that the row filter of the role fixes. */
  readonly isOwn: boolean;
}

const DONE = { read: 200, create: 201, update: 200, delete: 204, restore: 200 } as const;

/** Tries an action on one row; compares the response with the filter evaluated in memory and returns that. */
export async function tryRow(fixture: EntryFixture, tried: TriedRow): Promise<boolean | undefined> {
  const { resource, role, action, isOwn } = tried;
  const actor = fixture.actorOf(role);
  const own = isOwn ? await ownValues(fixture, { resource, role, action }) : {};
  const path = `/api/${resource.name}`;
  const caller = role === PUBLIC ? undefined : role;
  const isWithin = (record: Json, what: Action): Promise<boolean> =>
    satisfies(fixture, { filter: rowFilter(resource, { actor, action: what }), record });
  await fixture.freeUniqueValues(resource, own);
  if (action === 'create') {
    const { sample, isReferable } = await withReadableTargets(fixture, {
      resource,
      role,
      sample: { ...(await fixture.sample(resource, role)), ...writableBy(resource, { role, values: own }) },
    });
    const response = await fixture.call(caller, { method: 'POST', path, json: sample });
    const record = response.status === 201 ? await fixture.find(resource, response.body.id) : undefined;
    const isAllowed = isReferable && (await isWithin(record ?? { ...own, ...sample }, 'create'));
    const rejected = Object.keys(response.body?.errors ?? {});
    // An unexpected status alone would not reveal the rejected field.
    expect({ status: response.status, rejected }).toEqual({
      status: isAllowed ? DONE.create : 400,
      rejected: isAllowed ? [] : expect.any(Array),
    });
    return isAllowed;
  }
  const id = await fixture.existingWith(resource, own);
  const isArchived = action === 'restore';
  if (isArchived) await fixture.archive(resource, id);
  const archived = isArchived ? 'archived=true' : '';
  const record = (await fixture.find(resource, id))!;
  const [isSeen, isAllowed] = [await isWithin(record, 'read'), await isWithin(record, action)];
  const listed = await fixture.call(caller, { path: `${path}?id=${id}&${archived}` });
  expect(listed.body.map((item: { id: string }) => item.id)).toEqual(isSeen ? [id] : []);
  expect((await fixture.call(caller, { path: `${path}/${id}?${archived}` })).status).toBe(isSeen ? 200 : 404);
  if (caller !== undefined && !isArchived) {
    const csv = await fixture.call(caller, { path: `${path}/export?id=${id}&_fields=id` });
    expect({ status: csv.status, rows: csv.body.trim().split('\r\n').slice(1) }).toEqual({
      status: 200,
      rows: isSeen ? [id] : [],
    });
    for (const about of ['history', 'related'])
      expect((await fixture.call(caller, { path: `${path}/${id}/${about}` })).status).toBe(
        isSeen ? 200 : 404,
      );
  }
  if (action !== 'read') {
    const method = { update: 'PATCH', delete: 'DELETE', restore: 'POST' }[action];
    const response = await fixture.call(caller, {
      method,
      path: `${path}/${id}${isArchived ? '/restore' : ''}`,
      ...(action === 'update' && { json: {} }),
    });
    expect(response.status).toBe(isAllowed ? DONE[action] : isSeen ? 403 : 404);
  }
  return isAllowed;
}

/** How many samples are tried to find one that a role may read: values of a select take turns. */
const MAX_TARGETS_TRIED = 10;

/**
 * Replaces references to records that the role may not read, and therefore not refer to, as far as there are
 * readable samples; `isReferable` says whether all were replaced.
 */
async function withReadableTargets(
  fixture: EntryFixture,
  { resource, role, sample }: { resource: Resource; role: Role; sample: Json },
): Promise<{ sample: Json; isReferable: boolean }> {
  const actor = fixture.actorOf(role);
  const replaced: Record<string, unknown> = {};
  let isReferable = true;
  for (const { name, to, join } of Object.values(resource.fields)) {
    const target = to === undefined ? undefined : resource.resourceNamed(to);
    const filter = target && rowFilter(target, { actor, action: 'read' });
    const ids = [sample[name] ?? []].flat();
    if (!target || !filter || ids.length === 0) continue;
    const isReadable = async (id: unknown) => {
      const record = await fixture.find(target, String(id));
      return record !== undefined && (await satisfies(fixture, { filter, record }));
    };
    let id = ids[0];
    for (let tried = 0; tried < MAX_TARGETS_TRIED && !(await isReadable(id)); tried++)
      id = await existingAlone(fixture, target, await satisfyingValues(filter, makerOf(fixture)));
    isReferable &&= await isReadable(id);
    replaced[name] = join ? [id] : id;
  }
  return { sample: { ...sample, ...replaced }, isReferable };
}

/** Inserts a record with unique values, which no other record then has. */
async function existingAlone(
  fixture: EntryFixture,
  resource: Resource,
  values: Record<string, unknown>,
): Promise<string> {
  await fixture.freeUniqueValues(resource, values);
  return fixture.existingWith(resource, values);
}

/** Returns the values of the fields that a role may send; others of its rows are set by the server. */
const writableBy = (
  { fields }: Resource,
  { role, values }: { role: Role; values: Readonly<Record<string, unknown>> },
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => fields[name]?.writeBy.includes(role) && !fields[name].readOnly),
  );

const makerOf = (fixture: EntryFixture) => (target: Resource, values: Record<string, unknown>) =>
  existingAlone(fixture, target, values);

/** Returns the values that make a record one of the role's, as far as its row filter decides it. */
async function ownValues(
  fixture: EntryFixture,
  { resource, role, action }: Omit<TriedRow, 'isOwn'>,
): Promise<Record<string, unknown>> {
  const actor = fixture.actorOf(role);
  const valuesFor = (one: Action) =>
    satisfyingValues(rowFilter(resource, { actor, action: one }), makerOf(fixture));
  return { ...(await valuesFor('read')), ...(await valuesFor(action)) };
}
