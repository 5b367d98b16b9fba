import { describe, expect, it } from 'vitest';
import { matches } from '#contract/rows/matches.ts';
import type { ParsedCondition } from '#contract/rows/parse-condition.ts';
import { isLimited, rowCondition } from '#contract/rows/row-condition.ts';
import {
  type Action,
  actions,
  allows,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '#contract/schema/index.ts';
import type { EntryFixture } from './entry-fixture.ts';
import { fittingValues } from './fitting-values.ts';
import { sampleValue } from './samples.ts';

type Fixture = () => EntryFixture;
type Json = Readonly<Record<string, unknown>>;

/** Returns everybody who may call: the roles, and callers who are not signed in. */
const callersOf = ({ roles }: Resource): Role[] => [...roles.names, PUBLIC];

/** Declares tests of what each role may do with each field and each row of an entry. */
export function testRoles(fixture: Fixture, resource: Resource): void {
  const readers = callersOf(resource).filter((role) => allows(resource, { role, action: 'read' }));
  for (const role of readers) testFields(fixture, { resource, role });
  const limited = callersOf(resource).flatMap((role) =>
    actions
      .filter((action) => allows(resource, { role, action }) && isLimited(resource, { role, action }))
      .map((action) => ({ role, action })),
  );
  if (limited.length > 0)
    describe('rows', () => {
      it.each(limited)('let $role $action exactly those that the entry says', async ({ role, action }) => {
        const seen = new Set<boolean>();
        // Once as it comes, and once with the values that the condition of the role fixes.
        for (const isOwn of [false, true]) {
          const expected = await tryRow(fixture(), { resource, role, action, isOwn });
          if (expected !== undefined) seen.add(expected);
        }
        expect(seen.size).toBeGreaterThan(0);
      });
    });
}

function testFields(fixture: Fixture, { resource, role }: { resource: Resource; role: Role }): void {
  const fields = Object.values<ResourceField>(resource.fields);
  const hidden = fields.filter((field) => !field.readBy.includes(role));
  const kept = fields.filter((field) => field.readBy.includes(role) && !field.writeBy.includes(role));
  const path = `/api/${resource.name}`;
  const call = (endpoint: { method?: string; path: string; json?: unknown }) =>
    fixture().call(role, endpoint);
  const namesRefused = ({ body }: { body?: { errors?: object } }) => Object.keys(body?.errors ?? {});

  const searched = resource.search.map((name) => resource.fields[name]!);
  const expectNotSearched = async ({ name, search }: ResourceField, id: string) => {
    if (!search || !searched.some((field) => field.readBy.includes(role))) return;
    const value = String((await fixture().find(resource, id))?.[name]);
    const found = await call({ path: `${path}?id=${id}&q=${encodeURIComponent(value.slice(0, 100))}` });
    expect({ status: found.status, body: found.body }).toEqual({ status: 200, body: [] });
  };
  const expectNotInHistory = async (field: ResourceField, id: string) => {
    const writer = resource.roles.names.find(
      (other) =>
        field.writeBy.includes(other) &&
        !field.readOnly &&
        allows(resource, { role: other, action: 'update' }) &&
        !isLimited(resource, { role: other, action: 'update' }),
    );
    if (!writer || field.when) return;
    const sample = (await fixture().sample(resource, writer))[field.name];
    await fixture().call(writer, { method: 'PATCH', path: `${path}/${id}`, json: { [field.name]: sample } });
    const history = await call({ path: `${path}/${id}/history` });
    if (history.status !== 200) return;
    for (const entry of history.body) expect(entry.changes).not.toHaveProperty(field.name);
  };

  if (hidden.length > 0)
    describe(`for ${role}`, () => {
      it.each(hidden)(
        '$name is in no answer, and answers like a field that does not exist',
        async (field) => {
          const { name } = field;
          const id = await fixture().existing(resource);
          const { body } = await call({ path: `${path}?_end=100` });
          for (const item of body) expect(item).not.toHaveProperty(name);
          const one = await call({ path: `${path}/${id}` });
          if (one.status === 200) expect(one.body).not.toHaveProperty(name);
          for (const suffix of ['', '_ne', '_gt', '_like', '_null']) {
            const refused = await call({ path: `${path}?${name}${suffix}=true` });
            expect({ status: refused.status, names: namesRefused(refused) }).toEqual({
              status: 400,
              names: [`${name}${suffix}`],
            });
          }
          const sorted = await call({ path: `${path}?_sort=${name}` });
          expect({ status: sorted.status, names: namesRefused(sorted) }).toEqual({
            status: 400,
            names: ['_sort'],
          });
          expect(JSON.stringify(sorted.body.errors._sort[0].values.options)).not.toContain(name);
          await expectNotSearched(field, id);
          if (role === PUBLIC) return;
          const csv = await call({ path: `${path}/export?id=${id}` });
          expect({ status: csv.status, headings: csv.body.split('\r\n')[0].split(',') }).toEqual({
            status: 200,
            headings: expect.not.arrayContaining([name]),
          });
          const asked = await call({ path: `${path}/export?_fields=${name}` });
          expect({ status: asked.status, names: namesRefused(asked) }).toEqual({
            status: 400,
            names: ['_fields'],
          });
          await expectNotInHistory(field, id);
        },
      );
    });

  const refusing = [...hidden, ...kept].filter(({ readOnly }) => !readOnly);
  const writes = (['create', 'update'] as const).filter((action) => allows(resource, { role, action }));
  if (refusing.length > 0 && writes.length > 0)
    describe(`for ${role}`, () => {
      it.each(refusing)('$name cannot be written', async (field) => {
        const value = field.to ? (await fixture().sample(resource))[field.name] : sampleValue(field, 1);
        const json = { [field.name]: value };
        const id = await fixture().existing(resource);
        for (const action of writes) {
          const refused =
            action === 'create'
              ? await call({ method: 'POST', path, json })
              : await call({ method: 'PATCH', path: `${path}/${id}`, json });
          expect({ status: refused.status, names: namesRefused(refused) }).toMatchObject({ status: 400 });
          expect(namesRefused(refused)).toContain(field.name);
        }
      });
    });
}

interface TriedRow {
  readonly resource: Resource;
  readonly role: Role;
  readonly action: Action;
  /** Whether the record has the values that the conditions of the role fix. */
  readonly isOwn: boolean;
}

const DONE = { read: 200, create: 201, update: 200, delete: 204, restore: 200 } as const;

/** Tries an action on one row, and compares the answer with the condition evaluated in memory; returns what that says. */
async function tryRow(fixture: EntryFixture, tried: TriedRow): Promise<boolean | undefined> {
  const { resource, role, action, isOwn } = tried;
  const actor = fixture.actorOf(role);
  const own = isOwn ? await ownValues(fixture, { resource, role, action }) : {};
  const path = `/api/${resource.name}`;
  const caller = role === PUBLIC ? undefined : role;
  const satisfies = (record: Json, what: Action): Promise<boolean> =>
    isWithin(fixture, { condition: rowCondition(resource, { actor, action: what }), record });
  await fixture.makeWay(resource, own);
  if (action === 'create') {
    const { sample, isReferable } = await withReadableTargets(fixture, {
      ...{ resource, role },
      sample: { ...(await fixture.sample(resource, role)), ...writableBy(resource, { role, values: own }) },
    });
    const answer = await fixture.call(caller, { method: 'POST', path, json: sample });
    const record = answer.status === 201 ? await fixture.find(resource, answer.body.id) : undefined;
    const isAllowed = isReferable && (await satisfies(record ?? { ...own, ...sample }, 'create'));
    const refused = Object.keys(answer.body?.errors ?? {});
    // A wrong status alone would not tell which field was refused.
    expect({ status: answer.status, refused }).toEqual({
      status: isAllowed ? DONE.create : 400,
      refused: isAllowed ? [] : expect.any(Array),
    });
    return isAllowed;
  }
  const id = await fixture.existingWith(resource, own);
  const isArchived = action === 'restore';
  if (isArchived) await fixture.archive(resource, id);
  const archived = isArchived ? 'archived=true' : '';
  const record = (await fixture.find(resource, id))!;
  const [isSeen, isAllowed] = [await satisfies(record, 'read'), await satisfies(record, action)];
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
    const answer = await fixture.call(caller, {
      method,
      path: `${path}/${id}${isArchived ? '/restore' : ''}`,
      ...(action === 'update' && { json: {} }),
    });
    expect(answer.status).toBe(isAllowed ? DONE[action] : isSeen ? 403 : 404);
  }
  return isAllowed;
}

interface Conditioned {
  readonly condition: ParsedCondition | undefined;
  readonly record: Json;
}

async function isWithin(fixture: EntryFixture, { condition, record }: Conditioned): Promise<boolean> {
  if (condition === undefined) return true;
  const targets = await targetsIn(fixture, { condition, record });
  return matches(condition, record, (field, id) => targets.get(`${field.to} ${id}`) ?? null) === true;
}

/** How many samples are tried to find one that a role may read: values of a select take turns. */
const MOST_TARGETS_TRIED = 10;

/**
 * Replaces references to records that the role may not read, which it can make no record refer to, as far as samples are
 * found that it may read; `isReferable` says whether all were.
 */
async function withReadableTargets(
  fixture: EntryFixture,
  { resource, role, sample }: { resource: Resource; role: Role; sample: Json },
): Promise<{ sample: Json; isReferable: boolean }> {
  const actor = fixture.actorOf(role);
  const replaced: Record<string, unknown> = {};
  let isReferable = true;
  for (const { name, to, join } of Object.values<ResourceField>(resource.fields)) {
    const target = to === undefined ? undefined : resource.resourceNamed(to);
    const condition = target && rowCondition(target, { actor, action: 'read' });
    const ids = [sample[name] ?? []].flat();
    if (!target || !condition || ids.length === 0) continue;
    const isReadable = async (id: unknown) => {
      const record = await fixture.find(target, String(id));
      return record !== undefined && (await isWithin(fixture, { condition, record }));
    };
    let id = ids[0];
    for (let tried = 0; tried < MOST_TARGETS_TRIED && !(await isReadable(id)); tried++)
      id = await existingAlone(fixture, target, await fittingValues(condition, makerOf(fixture)));
    isReferable &&= await isReadable(id);
    replaced[name] = join ? [id] : id;
  }
  return { sample: { ...sample, ...replaced }, isReferable };
}

/** Inserts a record with values that no other record then has where only one may have them. */
async function existingAlone(
  fixture: EntryFixture,
  resource: Resource,
  values: Record<string, unknown>,
): Promise<string> {
  await fixture.makeWay(resource, values);
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

/** Returns the values that make a record one of the role's, as far as its conditions tell. */
async function ownValues(
  fixture: EntryFixture,
  { resource, role, action }: Omit<TriedRow, 'isOwn'>,
): Promise<Record<string, unknown>> {
  const actor = fixture.actorOf(role);
  const fitting = (one: Action) =>
    fittingValues(rowCondition(resource, { actor, action: one }), makerOf(fixture));
  return { ...(await fitting('read')), ...(await fitting(action)) };
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Returns the records that a condition asks for by references, by resource and id. */
async function targetsIn(
  fixture: EntryFixture,
  { condition, record }: { condition: ParsedCondition; record: Json },
): Promise<Map<string, Json>> {
  const found = new Map<string, Json>();
  const add = async (
    field: ResourceField,
    { target, id, further }: { target: Resource; id: unknown; further: ParsedCondition },
  ) => {
    const json = typeof id === 'string' ? await fixture.find(target, id) : undefined;
    if (!json) return;
    found.set(`${field.to} ${id}`, json);
    const beyond = await targetsIn(fixture, { condition: further, record: json });
    for (const [key, one] of beyond) found.set(key, one);
  };
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  for (const part of 'not' in condition ? [condition.not] : parts)
    for (const [key, value] of await targetsIn(fixture, { condition: part, record })) found.set(key, value);
  if ('reference' in condition) {
    const { reference, target } = condition;
    const value = record[reference.name];
    const id = idOf(value);
    await add(reference, { target, id, further: condition.condition });
  }
  if ('some' in condition && 'target' in condition) {
    const ids = [record[condition.some.name] ?? []].flat();
    for (const value of ids)
      await add(condition.some, { target: condition.target, id: idOf(value), further: condition.condition });
  }
  return found;
}
