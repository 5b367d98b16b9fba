import { school } from '@bindery/contract/testing/school.ts';
import { createKey } from '#backend/access/api-keys/key.ts';
import { newId } from '#backend/database/id.ts';
import type { Extensions } from '#backend/extend/load-extensions.ts';
import type { BatchSizes } from '#backend/features/batches/select-records.ts';
import type { HttpClient, TestResponse } from './browser.ts';
import { ADMIN, startServer, type TestServer } from './server.ts';
import { openSessionOf } from './session-fixtures.ts';

/** A role of the school's resources. */
export type SchoolRole = 'admin' | 'registrar' | 'inspector' | 'teacher' | 'guardian';

/** A user of a school, signed in. */
export interface SchoolUser {
  readonly id: string;
  readonly email: string;
  readonly role: SchoolRole;
  readonly browser: HttpClient;
}

/** A school with a user of each role but `admin`. */
export interface School {
  readonly id: string;
  readonly registrar: SchoolUser;
  readonly inspector: SchoolUser;
  readonly teacher: SchoolUser;
  readonly guardian: SchoolUser;
}

/**
 * A server of two schools, the tenants, for tests of limited administrators of users: `north` and `south`
 * have a registrar, an inspector, a teacher and a guardian each; `admin` has no limits.
 */
export class SchoolFixture {
  readonly server: TestServer;
  readonly admin: SchoolUser;
  readonly north: School;
  readonly south: School;

  private constructor(server: TestServer, users: { admin: SchoolUser; north: School; south: School }) {
    this.server = server;
    this.admin = users.admin;
    this.north = users.north;
    this.south = users.south;
  }

  static async start({
    settings = {},
    extensions,
    batchSizes,
  }: {
    settings?: Record<string, string>;
    extensions?: Extensions;
    batchSizes?: BatchSizes;
  } = {}): Promise<SchoolFixture> {
    const server = await startServer(settings, school, extensions, { ...(batchSizes && { batchSizes }) });
    const admin = await addUser(server, { role: 'admin', email: ADMIN });
    const north = await addSchool(server, 'North');
    return new SchoolFixture(server, { admin, north, south: await addSchool(server, 'South') });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Inserts a signed-in user, by default without a school. */
  user(role: SchoolRole, school?: Pick<School, 'id'>): Promise<SchoolUser> {
    return addUser(this.server, { role, school: school?.id });
  }

  call(
    who: Pick<SchoolUser, 'browser'>,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<TestResponse> {
    return who.browser.call(path, { method, ...(json !== undefined && { json }) });
  }

  /** Returns the status of a call and the code of its error. */
  async outcome(...call: Parameters<SchoolFixture['call']>): Promise<string> {
    const { status, body } = await this.call(...call);
    return body?.code ? `${status} ${body.code}` : String(status);
  }

  /** Creates a record as the admin; returns its id. */
  async add(resource: string, values: Record<string, unknown>): Promise<string> {
    const { status, body } = await this.call(this.admin, 'POST', `/api/${resource}`, values);
    if (status === 201) return body.id;
    throw new Error(`No record was created: ${status} ${JSON.stringify(body)}`);
  }

  /** Inserts an API key of a user; returns it with its id. */
  async apiKey(
    owner: Pick<SchoolUser, 'id'>,
    { readOnly = false } = {},
  ): Promise<{ id: string; key: string }> {
    const { key, ...hashed } = createKey();
    const id = newId();
    const row = { ...hashed, id, user_id: owner.id, name: 'Nightly', read_only: readOnly };
    await this.server.database.kysely
      .insertInto('api_keys')
      .values({ ...row, created_at: new Date().toISOString() })
      .execute();
    return { id, key };
  }

  /** Makes the sessions of a user older than a day, so that sensitive actions need another sign-in. */
  async age({ id }: Pick<SchoolUser, 'id'>): Promise<void> {
    await this.rows("update sessions set created_at = now() - interval '2 days' where user_id = $1", [id]);
  }

  rows<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.server.database.execute<Row>({ sql, parameters });
  }
}

async function addSchool(server: TestServer, name: string): Promise<School> {
  const id = newId();
  const now = new Date().toISOString();
  await server.database.kysely
    .insertInto('schools')
    .values({ id, name, created_at: now, updated_at: now })
    .execute();
  const user = (role: SchoolRole) => addUser(server, { role, school: id });
  return {
    id,
    registrar: await user('registrar'),
    inspector: await user('inspector'),
    teacher: await user('teacher'),
    guardian: await user('guardian'),
  };
}

async function addUser(
  server: TestServer,
  { role, school, email }: { role: SchoolRole; school?: string | undefined; email?: string },
): Promise<SchoolUser> {
  const address = email ?? `${role}-${newId()}@example.com`;
  const { cookie, user } = await openSessionOf(server, { role, email: address });
  if (school !== undefined)
    await server.database.kysely
      .updateTable('users')
      .set({ school_id: school })
      .where('id', '=', user.id)
      .execute();
  const browser = server.browser();
  browser.adopt(cookie);
  return { id: user.id, email: address, role, browser };
}
