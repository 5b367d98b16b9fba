import { rolesOf } from '@bindery/contract/records/rights.ts';
import { usedUserFields } from '@bindery/contract/records/rows/user-fields.ts';
import {
  type Action,
  type AllResources,
  PUBLIC,
  type Resource,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { createRowUserFields } from '#backend/access/sessions/session-store.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { actorWith } from './actors.ts';
import { UNCOMPRESSED } from './browser.ts';
import { EntryRecords } from './entry-records.ts';
import { setUserColumn } from './insert-record.ts';
import { sampleValue } from './samples.ts';
import { send } from './send.ts';
import { startServer, type TestServer } from './server.ts';
import { openSessionOf } from './session-fixtures.ts';

/** A call of the API. */
interface FixtureCall {
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/** A server with given resources, their sample records, and calls of its API as users of their roles. */
export class EntryFixture extends EntryRecords {
  readonly #server: TestServer;
  readonly #cookies: Partial<Record<Role, string>> = {};

  private constructor(server: TestServer, resources: AllResources) {
    super(server.database, resources);
    this.#server = server;
  }

  /** Starts a server, and signs a user of each role in. */
  static async start(resources: AllResources): Promise<EntryFixture> {
    const fixture = EntryFixture.on(await startServer({}, resources), resources);
    for (const role of rolesOf(resources).names) {
      const { cookie, user } = await openSessionOf(fixture.#server, { role });
      fixture.#cookies[role] = cookie;
      fixture.actors[role] = actorWith({ ...user, ...(await fixture.#fillRowUserFields(user.id)) });
    }
    return fixture;
  }

  /** Sets the empty fields of a user that row filters use; returns the values of all of them. */
  async #fillRowUserFields(id: string): Promise<Pick<Actor, 'fields'>> {
    const { kysely } = this.database;
    const used = usedUserFields(this.resources);
    const own = createRowUserFields(this.resources);
    if (!own) return {};
    const read = async () => {
      const { rows } = await sql<object>`
        select u.id${sql.raw(own.columns)} from users as u where u.id = ${id}`.execute(kysely);
      return own.fromRow(rows[0]!);
    };
    const { fields } = await read();
    for (const field of used) {
      if (fields[field.name] !== undefined && fields[field.name] !== '') continue;
      const target = this.resources[field.to ?? ''];
      const value = target ? await this.existingTarget(target) : sampleValue(field, 1);
      await setUserColumn(this.database, { id, column: field.column, value });
    }
    return read();
  }

  /** Returns a fixture on a running server without signed-in users. */
  static on(server: TestServer, resources: AllResources): EntryFixture {
    return new EntryFixture(server, resources);
  }

  /** Stops the server. */
  close(): Promise<void> {
    return this.#server.close();
  }

  /** Calls the API as a user of a role; without a role, as a visitor who is not signed in. */
  async call(role: Role | undefined, { method = 'GET', path, json, headers }: FixtureCall) {
    const cookie = role === undefined ? undefined : this.#cookies[role];
    const response = await send(this.#server.url + path, {
      method,
      headers: {
        origin: this.#server.url,
        'content-type': 'application/json',
        ...UNCOMPRESSED,
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const { text } = response;
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const body = text && isJson ? JSON.parse(text) : text || undefined;
    return { status: response.status, headers: response.headers, body };
  }

  /** Performs an action on a new record as a user of a role; returns the status and the rejected fields. */
  async attempt(
    action: Action,
    attempted: { resource: Resource; role: Role | undefined },
  ): Promise<{ status: number; rejected: readonly string[] }> {
    const { status, body } = await this.#attempt(action, attempted);
    return { status, rejected: Object.keys(body?.errors ?? {}) };
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
}
