import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { sampleOf } from '#backend/testing/samples.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { fieldsOf, parameterOf } from '#contract/resources/fields.ts';
import {
  type Action,
  actions,
  kindOf,
  type Resource,
  type ResourceField,
  type Role,
} from '#contract/schema/index.ts';
import config from '#resources.config';

// Every rule that an entry of resources.config.ts states, tried against a running server. Whoever adds an entry gets
// these tests with it.

const resources = config as Readonly<Record<string, Resource>>;
const NOBODY = newId();

let server: TestServer;
const cookies: Partial<Record<Role, string>> = {};
let number = 0;

beforeAll(async () => {
  server = await startServer();
  cookies.admin = await server.signIn(ADMIN);
  cookies.user = await server.signIn('reader@example.com');
});

afterAll(() => server?.close());

/** Puts a record straight into the database, for resources that nobody may create, together with all it refers to. */
const existing = async (resource: Resource): Promise<string> => {
  const em = server.database.em();
  const fields: ResourceField[] = Object.values(resource.fields);
  const values = sampleOf(resource, ++number, await targetsOf(resource));
  const kept = fields.flatMap(({ name, kind }) => {
    const { write = (value: unknown) => value } = kindOf(kind);
    return values[name] === undefined ? [] : [[name, write(values[name])]];
  });
  const id = newId();
  em.persist(em.create(server.database.entity(resource.table), { id, ...Object.fromEntries(kept) } as never));
  await em.flush();
  return id;
};

/** A record for every resource that a resource refers to, but itself. */
const targetsOf = async (resource: Resource): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {};
  for (const { to } of Object.values<ResourceField>(resource.fields))
    if (to && to !== resource.name) ids[to] ??= await existing(resources[to]!);
  return ids;
};

const sample = async (resource: Resource) => sampleOf(resource, ++number, await targetsOf(resource));

const call = async (role: Role | undefined, method: string, path: string, json?: unknown) => {
  const cookie = role && cookies[role];
  const answer = await fetch(server.url + path, {
    method,
    headers: { origin: server.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
};

/** Does an action to a record that is there for it, as somebody; returns the status. */
const attempt = async (role: Role | undefined, action: Action, resource: Resource): Promise<number> => {
  const path = `/api/${resource.name}`;
  if (action === 'create') return (await call(role, 'POST', path, await sample(resource))).status;
  const one = `${path}/${await existing(resource)}`;
  if (action === 'read') return (await call(role, 'GET', one)).status;
  if (action === 'update') return (await call(role, 'PATCH', one, {})).status;
  return (await call(role, 'DELETE', one)).status;
};

const DONE: Readonly<Record<Action, number>> = { read: 200, create: 201, update: 200, delete: 204 };

const own = Object.values(resources).filter((resource) => resource.keptBy === 'bindery');

describe.each(own)('$name', (resource) => {
  const path = `/api/${resource.name}`;
  const fields: ResourceField[] = Object.values(resource.fields);
  const writable = fields.filter((field) => !field.readOnly);
  const editors = (['admin', 'user'] as const).filter((role) => resource.rights[role].includes('create'));

  describe('its rights', () => {
    it.each(actions)('let nobody %s who is not signed in', async (action) => {
      expect(await attempt(undefined, action, resource)).toBe(401);
    });

    it.each((['admin', 'user'] as const).flatMap((role) => actions.map((action) => ({ role, action }))))(
      'let $role $action exactly when the entry says so',
      async ({ role, action }) => {
        const allowed = resource.rights[role].includes(action);
        expect(await attempt(role, action, resource)).toBe(allowed ? DONE[action] : 403);
      },
    );
  });

  describe('its lists', () => {
    const reader = (['admin', 'user'] as const).find((role) => resource.rights[role].includes('read'))!;
    const visible = fieldsOf(resource).filter((field) => field.readBy.includes(reader));
    const sortable = visible.filter((field) => field.sort).map((field) => field.name);
    const unsortable = visible.filter((field) => !field.sort).map((field) => field.name);

    it.each(['id', ...sortable])('are ordered by %s, one way and the other', async (field) => {
      await existing(resource);
      await existing(resource);
      const ids = async (order: string) => {
        const { body } = await call(reader, 'GET', `${path}?_sort=${field}&_order=${order}&_end=100`);
        return body.map(({ id }: { id: string }) => id);
      };
      expect(await ids('desc')).toEqual((await ids('asc')).reverse());
    });

    if (unsortable.length > 0)
      it.each(unsortable)('are not ordered by %s, which has no index', async (field) => {
        const { status, body } = await call(reader, 'GET', `${path}?_sort=${field}`);
        expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['_sort'] });
      });

    it.each(visible.flatMap((field) => field.operators.map((operator) => parameterOf(field, operator))))(
      'are narrowed by %s',
      async (parameter) => {
        const id = await existing(resource);
        const { body: record } = await call(reader, 'GET', `${path}/${id}`);
        const value = record[parameter.replace(/_.*/, '')];
        const asked = parameter.endsWith('_null') ? String(value === null) : (value?.id ?? value ?? '');
        const found = await call(reader, 'GET', `${path}?${parameter}=${encodeURIComponent(asked)}&id=${id}`);
        expect(found.status).toBe(200);
        expect(found.body).toHaveLength(parameter.endsWith('_ne') ? 0 : 1);
      },
    );

    it.each(resource.search)('find a record by its %s, whatever the case', async (field) => {
      const id = await existing(resource);
      const { body: record } = await call(reader, 'GET', `${path}/${id}`);
      const term = encodeURIComponent(String(record[field]).toUpperCase());
      const { body } = await call(reader, 'GET', `${path}?q=${term}&_end=100`);
      expect(body.map((found: { id: string }) => found.id)).toContain(id);
    });

    it('refuse a filter that no entry states, by its name', async () => {
      const { status, body } = await call(reader, 'GET', `${path}?nothing=1`);
      expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: ['nothing'] });
    });
  });

  describe.each(editors)('what %s writes', (role) => {
    const refusal = async (change: object) => {
      const { status, body } = await call(role, 'POST', path, { ...(await sample(resource)), ...change });
      return {
        status,
        errors: Object.fromEntries(
          Object.entries<{ key: string }[]>(body.errors ?? {}).map(([name, [error]]) => [name, error?.key]),
        ),
      };
    };
    const demanded = writable.filter((field) => field.required && field.default === undefined);
    const long = writable.filter((field) => ['text', 'longText', 'email', 'url'].includes(field.kind));
    const references = writable.filter((field) => field.to);
    const kept = fields.filter((field) => field.readOnly);

    it('comes back as it was kept', async () => {
      const record = await sample(resource);
      const made = await call(role, 'POST', path, record);
      expect(made.status).toBe(201);
      expect((await call(role, 'GET', `${path}/${made.body.id}`)).body).toEqual(made.body);
    });

    it.each(demanded.map((field) => field.name))('cannot go without %s', async (name) => {
      expect(await refusal({ [name]: null })).toEqual({ status: 400, errors: { [name]: 'errors.required' } });
    });

    it.each(long)('keeps $name within its length', async ({ name, max }) => {
      const { status, errors } = await refusal({ [name]: 'x'.repeat(Number(max) + 1) });
      expect({ status, error: errors[name] }).toEqual({ status: 400, error: 'errors.tooLong' });
    });

    if (references.length > 0)
      it.each(references.map((field) => field.name))('refers with %s only to what exists', async (name) => {
        expect(await refusal({ [name]: NOBODY })).toEqual({
          status: 400,
          errors: { [name]: 'errors.referenceNotFound' },
        });
      });

    if (kept.length > 0)
      it.each(kept.map((field) => field.name))('does not touch %s, which is read-only', async (name) => {
        expect(await refusal({ [name]: 'x' })).toEqual({ status: 400, errors: { [name]: 'errors.unknown' } });
      });

    if (resource.unique.length > 0)
      it.each(resource.unique)('is the only one with its $fields', async ({ fields: together, reportOn }) => {
        const first = await sample(resource);
        expect((await call(role, 'POST', path, first)).status).toBe(201);
        const same = Object.fromEntries(together.map((name) => [name, first[name]]));
        const { status, errors } = await refusal(same);
        expect({ status, names: Object.keys(errors) }).toEqual({ status: 409, names: [reportOn] });
      });
  });
});
