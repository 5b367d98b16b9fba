import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import {
  actions,
  allows,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { EVERYTHING, type Selection } from './declarations.ts';
import type { EntryFixture } from './entry-fixture.ts';
import { tryRow } from './entry-rows-tests.ts';
import { sampleValue } from './samples.ts';

type Fixture = () => EntryFixture;

/** Returns all kinds of callers: the roles, and callers who are not signed in. */
const callersOf = ({ roles }: Resource): Role[] => [...roles.names, PUBLIC];

/** Declares tests of what each role may do with each field and each row of an entry. */
export function testRoles(fixture: Fixture, resource: Resource, selection = EVERYTHING): void {
  const readers = callersOf(resource).filter((role) => allows(resource, { role, action: 'read' }));
  for (const role of readers) testFields(fixture, { resource, role, selection });
  const limited = callersOf(resource).flatMap((role) =>
    actions
      .filter((action) => allows(resource, { role, action }) && isLimited(resource, { role, action }))
      .map((action) => ({ role, action })),
  );
  if (limited.length > 0)
    describe('rows', () => {
      it.each(limited)('let $role $action exactly the rows of the entry', async ({ role, action }) => {
        const seen = new Set<boolean>();
        // Once unchanged, and once with the values that the row filter of the role fixes.
        for (const isOwn of [false, true]) {
          const expected = await tryRow(fixture(), { resource, role, action, isOwn });
          if (expected !== undefined) seen.add(expected);
        }
        expect(seen.size).toBeGreaterThan(0);
      });
    });
}

function testFields(
  fixture: Fixture,
  { resource, role, selection }: { resource: Resource; role: Role; selection: Selection },
): void {
  const fields = Object.values(resource.fields);
  const hidden = fields.filter((field) => !field.readBy.includes(role));
  const unwritable = fields.filter((field) => field.readBy.includes(role) && !field.writeBy.includes(role));
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
    for (const change of history.body) expect(change.changes).not.toHaveProperty(field.name);
  };

  const unseen = selection.fields(role === PUBLIC ? 'hidden from visitors' : 'hidden', hidden);
  if (unseen.length > 0)
    describe(`for ${role}`, () => {
      it.each(unseen)(
        '$name is in no answer, and answers like a field that does not exist',
        async (field) => {
          const { name } = field;
          const id = await fixture().existing(resource);
          const { body } = await call({ path: `${path}?_end=100` });
          for (const item of body) expect(item).not.toHaveProperty(name);
          const one = await call({ path: `${path}/${id}` });
          if (one.status === 200) expect(one.body).not.toHaveProperty(name);
          const filters = ['', '_ne', '_gt', '_like', '_null'].map((suffix) => `${name}${suffix}`);
          const query = [...filters.map((filter) => `${filter}=true`), `_sort=${name}`].join('&');
          const rejected = await call({ path: `${path}?${query}` });
          expect({ status: rejected.status, names: namesRefused(rejected).toSorted() }).toEqual({
            status: 400,
            names: ['_sort', ...filters].toSorted(),
          });
          expect(rejected.body.errors._sort[0].values.options.split(', ')).not.toContain(name);
          await expectNotSearched(field, id);
          if (role === PUBLIC) return;
          const csv = await call({ path: `${path}/export?id=${id}` });
          expect({ status: csv.status, headings: csv.body.split('\r\n')[0].split(',') }).toEqual({
            status: 200,
            headings: expect.not.arrayContaining([name]),
          });
          const requested = await call({ path: `${path}/export?_fields=${name}` });
          expect({ status: requested.status, names: namesRefused(requested) }).toEqual({
            status: 400,
            names: ['_fields'],
          });
          await expectNotInHistory(field, id);
        },
      );
    });

  const writes = (['create', 'update'] as const).filter((action) => allows(resource, { role, action }));
  const refusing =
    writes.length === 0
      ? []
      : selection.fields(
          `unwritable ${writes} ${role === PUBLIC}`,
          [...hidden, ...unwritable].filter(({ readOnly }) => !readOnly),
        );
  if (refusing.length > 0)
    describe(`for ${role}`, () => {
      it.each(refusing)('$name cannot be written', async (field) => {
        const value =
          field.to || field.upload ? (await fixture().sample(resource))[field.name] : sampleValue(field, 1);
        const json = { [field.name]: value };
        const id = await fixture().existing(resource);
        for (const action of writes) {
          const rejected =
            action === 'create'
              ? await call({ method: 'POST', path, json })
              : await call({ method: 'PATCH', path: `${path}/${id}`, json });
          expect({ status: rejected.status, names: namesRefused(rejected) }).toMatchObject({ status: 400 });
          expect(namesRefused(rejected)).toContain(field.name);
        }
      });
    });
}
