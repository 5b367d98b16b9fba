import { sql } from 'kysely';
import { newId } from '#backend/database/id.ts';
import { kyselyOf } from '#backend/resources/operations/write.ts';
import { writeJoins } from '#backend/resources/operations/write-joins.ts';
import { createProjection, type DatabaseRow } from '#backend/resources/query/projection.ts';
import type { Reader } from '#backend/resources/query/viewer.ts';
import { createRowUserFields } from '#backend/sessions/row-user-fields.ts';
import { insertFile } from '#backend/testing/insert-file.ts';
import { sampleOf, sampleValue } from '#backend/testing/samples.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { openSessionOf } from '#backend/testing/session-fixtures.ts';
import { columnFields } from '#contract/resources/fields.ts';
import { rolesOf } from '#contract/rights.ts';
import { usedUserFields } from '#contract/rows/user-fields.ts';
import {
  type Action,
  fieldKind,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '#contract/schema/index.ts';
import { isSignInField } from '#contract/schema/sign-in-fields.ts';

/** Resources by name. */
export type AllResources = Readonly<Record<string, Resource>>;
type Values = Record<string, unknown>;

interface SampleOptions {
  /** Omits fields that this role may not write; by default omits none. */
  readonly role?: Role | undefined;
  /** Fields that must apply to the record. */
  readonly applying?: readonly ResourceField[] | undefined;
  /** Created as the target of a reference, so only required fields matter. */
  readonly isTarget?: boolean;
  /** Values that it has instead of the generated ones. */
  readonly given?: Values;
}

/** A call of the API. */
interface FixtureCall {
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/** The number of distinct samples of a field from which on tests do not run out of them. */
const ENOUGH = 500;

/** More records of one resource than any test makes. */
const MOST_IN_A_TEST = 50;

const varieties = new WeakMap<ResourceField, number>();

/** Returns how many samples of a field differ, before the first one comes again; at most `ENOUGH`. */
const varietyOf = (field: ResourceField): number => {
  const known = varieties.get(field);
  if (known !== undefined) return known;
  const seen = new Set<unknown>();
  for (let value = sampleValue(field, 1); seen.size < ENOUGH && !seen.has(value); )
    value = sampleValue(field, seen.add(value).size + 1);
  varieties.set(field, seen.size);
  return seen.size;
};

/** Returns whether a field has so few possible values that a unique rule over it allows only few records. */
const isNarrow = (field: ResourceField): boolean => varietyOf(field) < ENOUGH;

/** Returns a JSON value as its column stores it; undefined for none. */
const storedValue = ({ kind }: ResourceField, value: unknown): unknown => {
  if (value === undefined || value === null) return value;
  return fieldKind(kind).write?.(value) ?? value;
};

/** A server with given resources, and sample records generated from their entries. */
export class EntryFixture {
  readonly #server: TestServer;
  readonly #resources: AllResources;
  readonly #cookies: Partial<Record<Role, string>> = {};
  readonly #actors: Partial<Record<Role, Reader>> = {};
  /** The number of samples generated per resource, which makes each one different. */
  readonly #made = new Map<string, number>();
  /** The id of one record per resource, for references where any record will do. */
  readonly #targets = new Map<string, string>();

  /** The ids of records per resource that tests only read. */
  readonly #shared = new Map<string, [first: string, second: string]>();

  private constructor(server: TestServer, resources: AllResources) {
    this.#server = server;
    this.#resources = resources;
  }

  /** Starts a server, and signs a user of each role in. */
  static async start(resources: AllResources): Promise<EntryFixture> {
    const fixture = EntryFixture.on(await startServer({}, resources), resources);
    for (const role of rolesOf(resources).names) {
      const { cookie, user } = await openSessionOf(fixture.#server, { role });
      fixture.#cookies[role] = cookie;
      fixture.#actors[role] = { ...user, ...(await fixture.#fillRowUserFields(user.id)) };
    }
    return fixture;
  }

  /** Gives a user a value of each field that conditions use and that is empty; returns all of them. */
  async #fillRowUserFields(id: string): Promise<Pick<Reader, 'fields'>> {
    const { kysely } = this.#server.database;
    const used = usedUserFields(this.#resources);
    const own = createRowUserFields(this.#resources);
    if (!own) return {};
    const read = async () => {
      const { rows } = await sql<object>`
        select u.id${sql.raw(own.columns)} from users as u where u.id = ${id}`.execute(kysely);
      return own.fromRow(rows[0]!);
    };
    const { fields } = await read();
    for (const field of used) {
      if (fields[field.name] !== undefined && fields[field.name] !== '') continue;
      const target = this.#resources[field.to ?? ''];
      const value = target ? await this.#existing(target, { isTarget: true }) : sampleValue(field, 1);
      await kysely
        .updateTable('users')
        .set({ [field.column]: value })
        .where('id', '=', id)
        .execute();
    }
    return read();
  }

  /** Returns a fixture on a running server, where nobody is signed in. */
  static on(server: TestServer, resources: AllResources): EntryFixture {
    return new EntryFixture(server, resources);
  }

  /** Returns the user of a role; without one, a caller who is not signed in. */
  actorOf(role: Role): Reader {
    return this.#actors[role] ?? { id: null, role };
  }

  /** Returns the JSON of a record as the server sees it; undefined if there is none. */
  async find(resource: Resource, id: string): Promise<Values | undefined> {
    const { database } = this.#server;
    const view = createProjection(database, { resource, viewer: 'server', resources: this.#resources });
    const statement = view.select().where(sql.ref('record.id'), '=', id).compile();
    const [row] = await database.query<DatabaseRow>({ ...statement, mode: 'list', table: resource.table });
    return row && view.toJson(row);
  }

  /** Inserts a record with some values of its own, like `existing`; the one with an `id` that is given is there already. */
  async existingWith(resource: Resource, { id, ...given }: Values): Promise<string> {
    if (typeof id === 'string' && (await this.find(resource, id))) return id;
    return this.#existing(resource, { given });
  }

  /**
   * Gives other values to records that have one of these where only one record may, such as the account of a patient,
   * so that another record can have them.
   */
  async freeUniqueValues(resource: Resource, values: Values): Promise<void> {
    const { database } = this.#server;
    for (const { fields } of resource.unique) {
      const [name = ''] = fields;
      const field: ResourceField | undefined = resource.fields[name];
      const taken = values[name] ?? null;
      if (fields.length > 1 || !field || taken === null || resource.managedBy === 'auth') continue;
      const entity = database.entity(resource.table);
      await database
        .em()
        .nativeUpdate(entity, { [name]: taken }, { [name]: await this.#otherValue(resource, field) });
    }
  }

  async #otherValue({ name }: Resource, field: ResourceField): Promise<unknown> {
    if (!field.required) return null;
    if (field.to) return this.#existing(this.#resources[field.to]!, { isTarget: true });
    const number = (this.#made.get(name) ?? 0) + 1;
    this.#made.set(name, number);
    return sampleValue(field, number);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Empties the tables whose unique rules may not allow the records of another test. */
  async makeRoom(): Promise<void> {
    const isFull = ({ name, managedBy, unique, fields }: Resource) => {
      const made = this.#made.get(name) ?? 0;
      const isUsedUp = (field: string) => made + MOST_IN_A_TEST > varietyOf(fields[field]!);
      return managedBy === 'app' && made > 0 && unique.some((rule) => rule.fields.every(isUsedUp));
    };
    const full = Object.values(this.#resources).filter(isFull);
    if (full.length === 0) return;
    const tables = sql.join(full.map(({ table }) => sql.table(table)));
    await sql`truncate ${tables} cascade`.execute(this.#server.database.kysely);
    for (const { name } of full) this.#made.delete(name);
    this.#targets.clear();
    this.#shared.clear();
  }

  /**
   * Generates a valid record as a role may send it, with existing reference targets; every field if no role is given.
   * `applying` names fields with conditions that must hold.
   */
  async sample(resource: Resource, role?: Role, applying?: readonly ResourceField[]): Promise<Values> {
    return this.#sampleOf(resource, { role, applying });
  }

  /** Inserts a record and its reference targets directly into the database, for resources that no role may create. */
  async existing(resource: Resource): Promise<string> {
    return this.#existing(resource, {});
  }

  /** Returns the ids of two records that every test finds, for tests that change nothing. */
  async shared(resource: Resource): Promise<readonly [first: string, second: string]> {
    const { name } = resource;
    const known = this.#shared.get(name) ?? [await this.existing(resource), await this.existing(resource)];
    this.#shared.set(name, known);
    return known;
  }

  /** Archives a record directly in the database. */
  async archive({ table }: Resource, id: string): Promise<void> {
    const archived = sql`update ${sql.table(table)} set archived_at = now() where id = ${id}`;
    await archived.execute(this.#server.database.kysely);
  }

  /** Calls the API as a user of a role; without a role, as a visitor who is not signed in. */
  async call(role: Role | undefined, { method = 'GET', path, json, headers }: FixtureCall) {
    const cookie = role === undefined ? undefined : this.#cookies[role];
    const answer = await fetch(this.#server.url + path, {
      method,
      headers: {
        origin: this.#server.url,
        'content-type': 'application/json',
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const body = text && isJson ? JSON.parse(text) : text || undefined;
    return { status: answer.status, headers: answer.headers, body };
  }

  /** Performs an action on a record created for it, as a user of a role; returns the status and the refused fields. */
  async attempt(
    action: Action,
    attempted: { resource: Resource; role: Role | undefined },
  ): Promise<{ status: number; refused: readonly string[] }> {
    const { status, body } = await this.#attempt(action, attempted);
    return { status, refused: Object.keys(body?.errors ?? {}) };
  }

  async #attempt(action: Action, { resource, role }: { resource: Resource; role: Role | undefined }) {
    const path = `/api/${resource.name}`;
    if (action === 'create') {
      const json = await this.sample(resource, role ?? PUBLIC);
      return this.call(role, { method: 'POST', path, json });
    }
    const id = await this.existing(resource);
    const one = `${path}/${id}`;
    if (action === 'restore') {
      await this.archive(resource, id);
      return this.call(role, { method: 'POST', path: `${one}/restore` });
    }
    if (action === 'read') return this.call(role, { path: one });
    if (action === 'update') return this.call(role, { method: 'PATCH', path: one, json: {} });
    return this.call(role, { method: 'DELETE', path: one });
  }

  async #existing(resource: Resource, options: SampleOptions): Promise<string> {
    if (resource.managedBy === 'auth') return this.#existingUserWith(resource, options);
    const { database } = this.#server;
    const values = { ...(await this.#sampleOf(resource, options)), ...options.given };
    const kept = columnFields(resource).flatMap((field) => {
      const value = storedValue(field, values[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    });
    const id = newId();
    const now = new Date();
    await database.em().insert(database.entity(resource.table), {
      id,
      ...Object.fromEntries(kept),
      createdAt: now,
      updatedAt: now,
    });
    await database
      .em()
      .transactional((em) => writeJoins(kyselyOf({ em }), { resource, records: [{ id, values }] }));
    return id;
  }

  /** Returns the id of a reference target: a new record if a unique rule needs distinct references. */
  async #target({ unique, fields }: Resource, { name, to = '' }: ResourceField): Promise<string> {
    const tells = unique.some(
      (rule) =>
        rule.fields.includes(name) &&
        rule.fields.every((other) => other === name || isNarrow(fields[other]!)),
    );
    const known = tells ? undefined : this.#targets.get(to);
    const id = known ?? (await this.#existing(this.#resources[to]!, { isTarget: true }));
    if (!tells) this.#targets.set(to, id);
    return id;
  }

  /** Returns the id of a file as if a user of the role had uploaded it for the field. */
  async #uploaded(
    resource: Resource,
    {
      field,
      role = rolesOf(this.#resources).administrators[0],
    }: { field: ResourceField; role: Role | undefined },
  ): Promise<string> {
    // On a running server nobody is signed in.
    const uploaderId = this.actorOf(role).id ?? (await this.#existingUser({ role }));
    return insertFile(this.#server.database, { resource, field, uploaderId });
  }

  /** Inserts a user with values of the fields that sign-in does not know. */
  async #existingUserWith(users: Resource, options: SampleOptions): Promise<string> {
    const id = await this.#existingUser(options.given);
    const fields = Object.values<ResourceField>(users.fields).filter(({ name }) => !isSignInField(name));
    if (fields.length === 0) return id;
    const values = { ...(await this.#sampleOf(users, options)), ...options.given };
    const { kysely, em } = this.#server.database;
    for (const field of fields) {
      const value = field.join || field.computed ? undefined : storedValue(field, values[field.name]);
      if (value === undefined) continue;
      await kysely
        .updateTable('users')
        .set({ [field.column]: value })
        .where('id', '=', id)
        .execute();
    }
    await em().transactional((within) =>
      writeJoins(kyselyOf({ em: within }), { resource: users, records: [{ id, values }] }),
    );
    return id;
  }

  async #existingUser({ email, name, role }: Values = {}): Promise<string> {
    const id = newId();
    const now = new Date();
    const user = {
      ...{ id, name: name ?? 'Sample', email: email ?? `sample-${id}@example.com`, email_verified: true },
      ...{ role: role ?? rolesOf(this.#resources).ofNewUsers, banned: false },
      ...{ created_at: now, updated_at: now },
    };
    await this.#server.database.kysely.insertInto('users').values(user).execute();
    return id;
  }

  async #sampleOf(resource: Resource, { role, applying, isTarget = false }: SampleOptions): Promise<Values> {
    const number = (this.#made.get(resource.name) ?? 0) + 1;
    this.#made.set(resource.name, number);
    const ids: Record<string, string> = {};
    // Targets only get required references: references may be circular, required ones never are.
    for (const field of Object.values<ResourceField>(resource.fields)) {
      if (!field.required && isTarget) continue;
      if (field.to) ids[field.name] = await this.#target(resource, field);
      if (field.upload && role !== PUBLIC) ids[field.name] = await this.#uploaded(resource, { field, role });
    }
    const values = sampleOf(resource, number, { ids, ...(applying && { applying }) });
    const readers = role ? [role] : [...rolesOf(this.#resources).names, PUBLIC];
    const shown = Object.entries(values).filter(([name]) =>
      readers.some((reader) => resource.fields[name]?.writeBy.includes(reader)),
    );
    return Object.fromEntries(shown);
  }
}
