import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#backend/database/id.ts';
import { hasDefault } from '#contract/resources/defaults.ts';
import { fieldsOf, isEmptyValue, parameterOf } from '#contract/resources/fields.ts';
import { isLimited } from '#contract/rows/row-condition.ts';
import {
  type Action,
  actions,
  allows,
  fieldKind,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '#contract/schema/index.ts';
import { testArchive } from './archive-tests.ts';
import { type AllResources, EntryFixture } from './entry-fixture.ts';
import { testDeletions, testLimits } from './entry-limits-tests.ts';
import { testRoles } from './entry-rights-tests.ts';
import { sampleValue } from './samples.ts';

const MISSING_ID = newId();
const DONE: Readonly<Record<Action, number>> = {
  ...{ read: 200, create: 201, update: 200, delete: 204, restore: 200 },
};
/** The longest search term that the API accepts. */
const LONGEST_TERM = 100;

/** Returns the same text in another case or with an accent, if the field accepts one. */
function inOtherLetters(field: ResourceField, value: unknown): unknown {
  if (!field.isFolded || typeof value !== 'string') return value;
  const schema = fieldKind(field.kind).schema(z, field);
  const forms = [value.toUpperCase(), value.toLowerCase(), value.replace(/[aeiou]/, '$&\u0301')];
  const kept = (form: string) => {
    const parsed = schema.safeParse(form);
    return parsed.success && parsed.data !== value && parsed.data === form;
  };
  return forms.find(kept) ?? value;
}

/** Returns a value of a select or a boolean that is none of those, or null. */
const otherValue = ({ values }: ResourceField, excluded: readonly unknown[]) =>
  [...(values ?? [false, true])].find((value) => !excluded.includes(value)) ?? null;

/**
 * Declares tests for every rule of these config entries, or only of those with some names, run against a live server.
 */
export function testEntries(resources: AllResources, isTested: (name: string) => boolean = () => true): void {
  let fixture: EntryFixture;
  beforeAll(async () => {
    fixture = await EntryFixture.start(resources);
  });
  beforeEach(() => fixture.makeRoom());
  afterAll(() => fixture?.close());

  const own = Object.values(resources).filter(({ managedBy, name }) => managedBy === 'app' && isTested(name));
  describe.each(own)('$name', (resource) => {
    testRights(() => fixture, resource);
    testRoles(() => fixture, resource);
    const roles = resource.roles.names;
    const isWhole = (role: Role) => actions.every((action) => !isLimited(resource, { role, action }));
    const reader = roles.find((role) => allows(resource, { role, action: 'read' }) && isWhole(role));
    if (reader) testLists(() => fixture, { resource, reader });
    const archivist = roles.find((role) => allows(resource, { role, action: 'delete' }) && isWhole(role));
    if (resource.archive && archivist) testArchive(() => fixture, { resource, role: archivist });
    for (const role of roles.filter(
      (writer) => allows(resource, { role: writer, action: 'create' }) && isWhole(writer),
    )) {
      testWriting(() => fixture, { resource, role });
      testLimits(() => fixture, { resource, role });
    }
    testDeletions(() => fixture, { resource, resources });
  });
}

function testRights(fixture: () => EntryFixture, resource: Resource): void {
  const possible = actions.filter((action) => action !== 'restore' || resource.archive);
  describe('rights', () => {
    const whole = (role: Role) =>
      possible.filter(
        (action) => !allows(resource, { role, action }) || !isLimited(resource, { role, action }),
      );
    it.each(whole(PUBLIC))(
      'let callers without a session %s only where the entry says so',
      async (action) => {
        const allowed = allows(resource, { role: PUBLIC, action });
        expect(await fixture().attempt(action, { resource, role: undefined })).toBe(
          allowed ? DONE[action] : 401,
        );
      },
    );

    it.each(resource.roles.names.flatMap((role) => whole(role).map((action) => ({ role, action }))))(
      'let $role $action only where the config entry says so',
      async ({ role, action }) => {
        const allowed = allows(resource, { role, action });
        expect(await fixture().attempt(action, { resource, role })).toBe(allowed ? DONE[action] : 403);
      },
    );
  });
}

function testLists(
  fixture: () => EntryFixture,
  { resource, reader }: { resource: Resource; reader: Role },
): void {
  const path = `/api/${resource.name}`;
  const get = (query: string) => fixture().call(reader, { path: `${path}${query}` });
  const visible = fieldsOf(resource).filter((field) => field.readBy.includes(reader));
  const names = (isSorted: boolean) =>
    visible.filter(({ sort }) => sort === isSorted).map(({ name }) => name);

  describe('lists', () => {
    it.each(['id', ...names(true)])('are sorted by %s in both directions', async (field) => {
      await fixture().shared(resource);
      const ids = async (query: string): Promise<string[]> =>
        (await get(query)).body.map(({ id }: { id: string }) => id);
      // No more than a page: other tests may have made any number of them.
      const some = (await ids('?_end=20')).map((id) => `id=${id}`).join('&');
      const sorted = (order: string) => ids(`?_sort=${field}&_order=${order}&_end=100&${some}`);
      const ascending = await sorted('asc');
      expect(ascending.length).toBeGreaterThan(1);
      expect(await sorted('desc')).toEqual(ascending.toReversed());
    });

    it.each(names(false))('are not sorted by %s, which has no index', async (field) => {
      const { status, body } = await get(`?_sort=${field}`);
      expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['_sort'] });
    });

    it.each(
      visible.flatMap((field) =>
        field.operators.map((operator) => ({ parameter: parameterOf(field, operator), field, operator })),
      ),
    )('are filtered by $parameter', async ({ parameter, field, operator }) => {
      const [id] = await fixture().shared(resource);
      const { body: record } = await get(`/${id}`);
      const value = record[field.name];
      // A filter with an empty value matches nothing; only the `null` operator finds an empty field.
      if (isEmptyValue(value) && operator !== 'null') return;
      const [first] = [value].flat();
      const text = operator === 'null' ? String(isEmptyValue(value)) : String(first?.id ?? first);
      const isPart = operator === 'like' || operator === 'startsWith';
      const parameterValue = isPart ? text.slice(0, LONGEST_TERM) : text;
      const found = await get(`?${parameter}=${encodeURIComponent(parameterValue)}&id=${id}`);
      expect(found.status).toBe(200);
      expect(found.body).toHaveLength(['ne', 'gt', 'lt'].includes(operator) ? 0 : 1);
    });

    // What is written by hooks alone, the records of this test do not have.
    const isFilled = ({ readOnly, computed, required }: ResourceField) => !readOnly || !!computed || required;
    const searched = visible.filter((field) => resource.search.includes(field.name) && isFilled(field));
    it.each(searched.map(({ name }) => name))('find a record by its %s, whatever the case', async (field) => {
      const [id] = await fixture().shared(resource);
      const { body: record } = await get(`/${id}`);
      const term = encodeURIComponent(String(record[field]).slice(0, LONGEST_TERM).toUpperCase());
      const { body } = await get(`?q=${term}&_end=100`);
      expect(body.map((found: { id: string }) => found.id)).toContain(id);
    });

    it('reject an unknown filter, naming it', async () => {
      const { status, body } = await get('?nothing=1');
      expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['nothing'] });
    });
  });
}

function testWriting(
  fixture: () => EntryFixture,
  { resource, role }: { resource: Resource; role: Role },
): void {
  const path = `/api/${resource.name}`;
  const post = (json: object) => fixture().call(role, { method: 'POST', path, json });
  const postWith = async (change: object) => {
    const changed = Object.keys(change).flatMap((name) => resource.fields[name] ?? []);
    const applying = changed.some(({ when }) => when) ? changed : undefined;
    const { status, body } = await post({ ...(await fixture().sample(resource, role, applying)), ...change });
    const errors = Object.entries<{ key: string }[]>(body.errors ?? {});
    return { status, errors: Object.fromEntries(errors.map(([name, [error]]) => [name, error?.key])) };
  };
  const fields: ResourceField[] = Object.values(resource.fields);
  const writable = fields.filter((field) => !field.readOnly && field.writeBy.includes(role));
  const names = (wanted: (field: ResourceField) => boolean, among = writable) =>
    among.filter(wanted).map(({ name }) => name);
  const rules = resource.unique.filter((rule) =>
    rule.fields.every((name) => writable.some((field) => field.name === name)),
  );

  describe(`a record that ${role} writes`, () => {
    it('is returned as it was stored', async () => {
      const made = await post(await fixture().sample(resource, role));
      expect(made).toMatchObject({ status: 201 });
      expect((await fixture().call(role, { path: `${path}/${made.body.id}` })).body).toEqual(made.body);
    });

    it.each(writable.filter(({ when }) => when))(
      'has $name only where its condition holds, and keeps no value of it where it does not',
      async (field) => {
        const { name, isRequiredWhen, when = {} } = field;
        const values = await fixture().sample(resource, role, [field]);
        const [source] = Object.keys(when);
        const without = otherValue(resource.fields[source!]!, when[source!]!);
        const errors = ({ body }: { body?: { errors?: object } }) => Object.keys(body?.errors ?? {});
        expect(errors(await post({ ...values, [name]: null }))).toEqual(isRequiredWhen ? [name] : []);
        expect(errors(await post({ ...values, [source!]: without }))).toContain(name);
        const made = await post(values);
        expect(made.status).toBe(201);
        if (!allows(resource, { role, action: 'update' })) return;
        const one = `${path}/${made.body.id}`;
        const newly = writable.filter(
          (other) =>
            other !== field &&
            other.isRequiredWhen &&
            other.when?.[source!]?.some((value) => value === without),
        );
        const json = {
          [source!]: without,
          ...Object.fromEntries(newly.map((other) => [other.name, sampleValue(other, 1)])),
        };
        expect((await fixture().call(role, { method: 'PATCH', path: one, json })).body).toMatchObject({
          [source!]: without,
          [name]: field.join ? [] : null,
        });
      },
    );

    it.each(names((field) => field.required && !hasDefault(field)))('requires %s', async (name) => {
      expect(await postWith({ [name]: null })).toEqual({
        status: 400,
        errors: { [name]: 'errors.required' },
      });
    });

    it.each(writable)('is rejected where $name has a value that its kind does not allow', async (field) => {
      for (const [value, error] of fieldKind(field.kind).samples.invalid(field)) {
        const { status, errors } = await postWith({ [field.name]: value });
        expect({ value, status, error: errors[field.name] }).toEqual({ value, status: 400, error });
      }
    });

    it.each(names(({ to }) => to !== undefined))('refers by %s only to existing records', async (name) => {
      const { join } = resource.fields[name]!;
      const errors = { [name]: join ? 'errors.valueNotFound' : 'errors.referenceNotFound' };
      const value = join ? [MISSING_ID] : MISSING_ID;
      expect(await postWith({ [name]: value })).toEqual({ status: 400, errors });
    });

    it.each(names(({ upload }) => upload !== undefined))(
      'takes for %s only files that exist',
      async (name) => {
        const errors = { [name]: 'errors.fileNotFound' };
        expect(await postWith({ [name]: MISSING_ID })).toEqual({ status: 400, errors });
      },
    );

    it.each(names(({ readOnly }) => readOnly, fields))('cannot set %s, which is read-only', async (name) => {
      expect(await postWith({ [name]: 'x' })).toEqual({
        status: 400,
        errors: { [name]: 'errors.unknown' },
      });
    });

    it.each(rules)('is unique by $fields', async ({ fields: together, reportOn }) => {
      const first = await fixture().sample(resource, role);
      expect(await post(first)).toMatchObject({ status: 201 });
      const same = Object.fromEntries(together.map((name) => [name, first[name]]));
      const { status, errors } = await postWith(same);
      expect({ status, names: Object.keys(errors) }).toEqual({ status: 409, names: [reportOn] });
    });

    it.each(rules.filter((rule) => rule.fields.some((name) => resource.fields[name]?.isFolded)))(
      'is compared by $fields with case and accents as configured: exact is $exact',
      async ({ fields: together, exact }) => {
        const first = await fixture().sample(resource, role);
        const others = Object.fromEntries(
          together.map((name) => [name, inOtherLetters(resource.fields[name]!, first[name])]),
        );
        // Some patterns and field kinds allow no other spelling.
        if (together.every((name) => others[name] === first[name])) return;
        expect(await post(first)).toMatchObject({ status: 201 });
        expect((await postWith(others)).status).toBe(exact ? 201 : 409);
      },
    );

    it.each(rules.filter((rule) => rule.fields.some((name) => !resource.fields[name]?.required)))(
      'may have empty $fields as configured: empty values count as $nulls',
      async ({ fields: together, nulls }) => {
        const first = await fixture().sample(resource, role);
        const same = Object.fromEntries(
          together.map((name) => [name, resource.fields[name]?.required ? first[name] : null]),
        );
        expect(await post({ ...first, ...same })).toMatchObject({ status: 201 });
        expect((await postWith(same)).status).toBe(nulls === 'same' ? 409 : 201);
      },
    );

    const trees = allows(resource, { role, action: 'update' })
      ? writable.filter(({ to, join }) => to === resource.name && !join)
      : [];
    it.each(trees)('cannot become a descendant of itself by $name', async ({ name }) => {
      const made = async (values: object) =>
        (await post({ ...(await fixture().sample(resource, role)), ...values })).body;
      const top = await made({ [name]: null });
      const below = await made({ [name]: top.id });
      const lowest = await made({ [name]: below.id });
      for (const method of ['PATCH', 'PUT'])
        for (const { id } of [top, lowest]) {
          const one = { ...(await fixture().sample(resource, role)), [name]: id };
          const json = method === 'PUT' ? one : { [name]: id };
          const { status, body } = await fixture().call(role, { method, path: `${path}/${top.id}`, json });
          expect({ status, key: body.errors?.[name]?.[0]?.key }).toEqual({
            status: 400,
            key: 'errors.ownAncestor',
          });
        }
    });
  });
}
