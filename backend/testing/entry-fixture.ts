import { sql } from 'kysely';
import { newId } from '#backend/database/id.ts';
import { sampleOf, sampleValue } from '#backend/testing/samples.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import {
  type Action,
  fieldKind,
  type Resource,
  type ResourceField,
  type Role,
  roles,
} from '#contract/schema/index.ts';

/** Resources by name. */
export type AllResources = Readonly<Record<string, Resource>>;
type Values = Record<string, unknown>;

interface SampleOptions {
  /** Omits fields that this role may not read; by default omits none. */
  readonly role?: Role | undefined;
  /** Fields that must apply to the record. */
  readonly applying?: readonly ResourceField[] | undefined;
  /** Created as the target of a reference, so only required fields matter. */
  readonly isTarget?: boolean;
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

/** A server with given resources, and sample records generated from their entries. */
export class EntryFixture {
  readonly #server: TestServer;
  readonly #resources: AllResources;
  readonly #cookies: Partial<Record<Role, string>> = {};
  /** The number of samples generated per resource, which makes each one different. */
  readonly #made = new Map<string, number>();
  /** The id of one record per resource, for references where any record will do. */
  readonly #targets = new Map<string, string>();

  private constructor(server: TestServer, resources: AllResources) {
    this.#server = server;
    this.#resources = resources;
  }

  static async start(resources: AllResources): Promise<EntryFixture> {
    const fixture = new EntryFixture(await startServer({}, resources), resources);
    fixture.#cookies.admin = await fixture.#server.signIn(ADMIN);
    fixture.#cookies.user = await fixture.#server.signIn('reader@example.com');
    return fixture;
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

  /** Calls the API as a user of a role; without a role, as a visitor who is not signed in. */
  async call(
    role: Role | undefined,
    { method = 'GET', path, json }: { method?: string; path: string; json?: unknown },
  ) {
    const cookie = role && this.#cookies[role];
    const answer = await fetch(this.#server.url + path, {
      method,
      headers: { origin: this.#server.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  }

  /** Performs an action on a record created for it, as a user of a role; returns the status. */
  async attempt(
    action: Action,
    { resource, role }: { resource: Resource; role: Role | undefined },
  ): Promise<number> {
    const path = `/api/${resource.name}`;
    if (action === 'create') {
      const json = await this.sample(resource, role);
      return (await this.call(role, { method: 'POST', path, json })).status;
    }
    const one = `${path}/${await this.existing(resource)}`;
    if (action === 'read') return (await this.call(role, { path: one })).status;
    if (action === 'update') return (await this.call(role, { method: 'PATCH', path: one, json: {} })).status;
    return (await this.call(role, { method: 'DELETE', path: one })).status;
  }

  async #existing(resource: Resource, options: SampleOptions): Promise<string> {
    if (resource.managedBy === 'auth') return this.#existingUser();
    const { database } = this.#server;
    const values = await this.#sampleOf(resource, options);
    const kept = Object.values<ResourceField>(resource.fields).flatMap(({ name, kind }) => {
      const { write = (value: unknown) => value } = fieldKind(kind);
      return values[name] === undefined ? [] : [[name, write(values[name])]];
    });
    const id = newId();
    const now = new Date();
    await database.em().insert(database.entity(resource.table), {
      id,
      ...Object.fromEntries(kept),
      createdAt: now,
      updatedAt: now,
    });
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

  async #existingUser(): Promise<string> {
    const id = newId();
    await this.#server.database.kysely
      .insertInto('users')
      .values({ id, name: 'Sample', email: `sample-${id}@example.com`, email_verified: true })
      .execute();
    return id;
  }

  async #sampleOf(resource: Resource, { role, applying, isTarget = false }: SampleOptions): Promise<Values> {
    const number = (this.#made.get(resource.name) ?? 0) + 1;
    this.#made.set(resource.name, number);
    const ids: Record<string, string> = {};
    // Targets only get required references: references may be circular, required ones never are.
    for (const field of Object.values<ResourceField>(resource.fields))
      if (field.to && (field.required || !isTarget)) ids[field.name] = await this.#target(resource, field);
    const values = sampleOf(resource, number, { ids, ...(applying && { applying }) });
    const readers = role ? [role] : roles;
    const shown = Object.entries(values).filter(([name]) =>
      readers.some((reader) => resource.fields[name]?.readBy.includes(reader)),
    );
    return Object.fromEntries(shown);
  }
}
