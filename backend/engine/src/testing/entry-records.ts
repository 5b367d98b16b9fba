import { dynamicDefault, hasDefault } from '@bindery/contract/records/resources/defaults.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import {
  type AllResources,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { createProjection, type DatabaseRow } from '#backend/records/resources/query/projection.ts';
import { visitorWith } from './actors.ts';
import { insertFile } from './insert-file.ts';
import { insertRecord, insertUser, ownFieldsOf, setOwnFields, type Values } from './insert-record.ts';
import { isNarrow, varietyOf } from './sample-variety.ts';
import { fitSample, sampleOf, sampleValue } from './samples.ts';

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

/** More records of one resource than any test creates. */
const MAX_IN_A_TEST = 50;

/** Sample records generated from entries, and inserted directly into a database. */
export class EntryRecords {
  protected readonly database: Database;
  protected readonly resources: AllResources;
  /** The users by role; a caller who is not signed in has none. */
  protected readonly actors: Partial<Record<Role, Actor>> = {};
  /** The number of samples generated per resource, which makes each one different. */
  readonly #made = new Map<string, number>();
  /** The id of one record per resource, for references where any record will do. */
  readonly #targets = new Map<string, string>();

  /** The ids of records per resource that tests only read. */
  readonly #shared = new Map<string, [first: string, second: string]>();

  protected constructor(database: Database, resources: AllResources) {
    this.database = database;
    this.resources = resources;
  }

  /** Returns the user of a role; without one, a caller who is not signed in. */
  actorOf(role: Role): Actor {
    return this.actors[role] ?? visitorWith(role);
  }

  /** Returns the JSON of a record as the server sees it; undefined if there is none. */
  async find(resource: Resource, id: string): Promise<Values | undefined> {
    const { database } = this;
    const projection = createProjection(database, {
      resource,
      actor: APPLICATION,
      resources: this.resources,
    });
    const statement = projection.select().where(sql.ref('record.id'), '=', id).compile();
    const [row] = await database.query<DatabaseRow>({ ...statement, mode: 'list', table: resource.table });
    return row && projection.toJson(row);
  }

  /** Inserts a record with some given values, like `existing`; a record with a given `id` exists already. */
  async existingWith(resource: Resource, { id, ...given }: Values): Promise<string> {
    if (typeof id === 'string' && (await this.find(resource, id))) return id;
    return this.#existing(resource, { given });
  }

  /**
   * Changes the values of records that have one of these unique values, such as the account of a patient, so
   * that another record can have them.
   */
  async freeUniqueValues(resource: Resource, values: Values): Promise<void> {
    const { database } = this;
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
    if (field.to) return this.existingTarget(this.resources[field.to]!);
    const number = (this.#made.get(name) ?? 0) + 1;
    this.#made.set(name, number);
    return sampleValue(field, number);
  }

  /** Empties the tables whose unique rules may not allow the records of another test. */
  async makeRoom(): Promise<void> {
    const isFull = ({ name, managedBy, unique, fields }: Resource) => {
      const made = this.#made.get(name) ?? 0;
      // Each record gets a target of its own where a rule needs that.
      const isUsedUp = (field: string) =>
        !fields[field]!.to && made + MAX_IN_A_TEST > varietyOf(fields[field]!);
      return managedBy === 'app' && made > 0 && unique.some((rule) => rule.fields.every(isUsedUp));
    };
    const full = Object.values(this.resources).filter(isFull);
    if (full.length === 0) return;
    const tables = sql.join(full.map(({ table }) => sql.table(table)));
    await sql`truncate ${tables} cascade`.execute(this.database.kysely);
    for (const { name } of full) this.#made.delete(name);
    this.#targets.clear();
    this.#shared.clear();
  }

  /**
   * Generates a valid record as a role may send it, with existing reference targets; every field if no role
   * is given. `applying` names fields with conditions that must hold.
   */
  async sample(resource: Resource, role?: Role, applying?: readonly ResourceField[]): Promise<Values> {
    return this.#sampleOf(resource, { role, applying });
  }

  /** Inserts a record and its reference targets into the database, for resources that no role may create. */
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
    await archived.execute(this.database.kysely);
  }

  /** Inserts a record with only the required fields, as a target. */
  protected async existingTarget(resource: Resource): Promise<string> {
    return this.#existing(resource, { isTarget: true });
  }

  async #existing(resource: Resource, options: SampleOptions): Promise<string> {
    if (resource.managedBy === 'auth') return this.#existingUser(resource, options);
    const values = { ...(await this.#sampleOf(resource, options)), ...options.given };
    return insertRecord(this.database, resource, values);
  }

  async #existingUser(users: Resource, options: SampleOptions): Promise<string> {
    const id = await this.#insertUser(options.given);
    if (ownFieldsOf(users).length === 0) return id;
    const values = { ...(await this.#sampleOf(users, options)), ...options.given };
    await setOwnFields(this.database, { users, id, values });
    return id;
  }

  #insertUser(given: Values & { readonly role?: Role } = {}): Promise<string> {
    const role = given.role ?? rolesOf(this.resources).ofNewUsers;
    return insertUser(this.database, { ...given, role });
  }

  /** Returns the id of a reference target: a new record if a unique rule needs distinct references. */
  async #target({ unique, fields }: Resource, { name, to = '' }: ResourceField): Promise<string> {
    const tells = unique.some(
      (rule) =>
        rule.fields.includes(name) &&
        rule.fields.every((other) => other === name || isNarrow(fields[other]!)),
    );
    const known = tells ? undefined : this.#targets.get(to);
    const id = known ?? (await this.existingTarget(this.resources[to]!));
    if (!tells) this.#targets.set(to, id);
    return id;
  }

  /** Returns the id of a file as if a user of the role had uploaded it for the field. */
  async #uploaded(
    resource: Resource,
    {
      field,
      role = rolesOf(this.resources).administrators[0],
    }: { field: ResourceField; role: Role | undefined },
  ): Promise<string> {
    // On a running server no user is signed in.
    const uploaderId = this.actorOf(role).id ?? (await this.#insertUser(role === undefined ? {} : { role }));
    return insertFile(this.database, { resource, field, uploaderId });
  }

  async #sampleOf(resource: Resource, { role, applying, isTarget = false }: SampleOptions): Promise<Values> {
    const number = (this.#made.get(resource.name) ?? 0) + 1;
    this.#made.set(resource.name, number);
    const ids: Record<string, string> = {};
    // Targets only get required references: references may be circular, required ones never are.
    for (const field of Object.values(resource.fields)) {
      if (!field.required && isTarget) continue;
      if (field.to) ids[field.name] = await this.#target(resource, field);
      if (field.upload && role !== PUBLIC) ids[field.name] = await this.#uploaded(resource, { field, role });
    }
    const values = sampleOf(resource, number, { ids, ...(applying && { applying }) });
    const readers = role ? [role] : [...rolesOf(this.resources).names, PUBLIC];
    const shown = Object.entries(values).filter(([name]) =>
      readers.some((reader) => resource.fields[name]?.writeBy.includes(reader)),
    );
    return this.#besideDefaults(resource, { values: Object.fromEntries(shown), number });
  }

  /** Returns values within the bounds of the server's own values, which the caller may not write. */
  #besideDefaults(resource: Resource, { values, number }: { values: Values; number: number }): Values {
    const now = new Date().toISOString();
    const filled = Object.values(resource.fields).filter(
      (field) => !Object.hasOwn(values, field.name) && hasDefault(field) && !field.computed,
    );
    if (filled.length === 0) return values;
    const defaults = filled.map(({ name, default: value, defaultFrom }) => [
      name,
      defaultFrom ? dynamicDefault(defaultFrom, { user: { id: null }, now }) : value,
    ]);
    const all = { ...values, ...Object.fromEntries(defaults) };
    const fitted = fitSample(resource, all, { number, fixed: filled.map(({ name }) => name) });
    return Object.fromEntries(Object.keys(values).map((name) => [name, fitted[name]]));
  }
}
