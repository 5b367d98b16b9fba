import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import type { HttpClient, TestResponse } from './browser.ts';
import { ADMIN, startServer, type TestServer } from './server.ts';
import { openSession } from './session-fixtures.ts';

/** A user as the API returns them. */
interface Made {
  readonly id: string;
  readonly email: string;
}

/** A server with a signed-in admin, for tests about users. */
export class UserFixture {
  readonly server: TestServer;
  readonly admin: HttpClient;
  readonly adminId: string;
  #made = 0;

  private constructor(server: TestServer, admin: HttpClient, adminId: string) {
    this.server = server;
    this.admin = admin;
    this.adminId = adminId;
  }

  static async start(overrides: Record<string, string> = {}, resources?: AllResources): Promise<UserFixture> {
    const server = await startServer(overrides, resources);
    const admin = server.browser();
    admin.adopt(await openSession(server, ADMIN));
    const init = await admin.fetch('/api/fn/init');
    const { session } = (await init.json()) as { session: { user: Made } };
    return new UserFixture(server, admin, session.user.id);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  newAddress(): string {
    this.#made += 1;
    return `person${this.#made}@example.com`;
  }

  call(browser: HttpClient, method: string, path: string, json?: unknown): Promise<TestResponse> {
    return browser.call(path, { method, ...(json !== undefined && { json }) });
  }

  /** Creates a user as the admin. */
  async user(values: Record<string, unknown> = {}): Promise<Made> {
    const { status, body } = await this.call(this.admin, 'POST', '/api/users', {
      email: this.newAddress(),
      ...values,
    });
    if (status === 201) return body;
    throw new Error(`No user was created: ${status} ${JSON.stringify(body)}`);
  }

  async signedIn(email: string): Promise<HttpClient> {
    const browser = this.server.browser();
    await browser.signIn(email);
    return browser;
  }

  /** Returns a client with a session of a user, for tests of what follows a sign-in. */
  async withSession(email: string): Promise<HttpClient> {
    const browser = this.server.browser();
    browser.adopt(await openSession(this.server, email));
    return browser;
  }

  /** Creates another admin, signed in. */
  async newAdmin(): Promise<{ id: string; browser: HttpClient }> {
    const { id, email } = await this.user({ role: 'admin' });
    return { id, browser: await this.withSession(email) };
  }

  /** Returns the session of a browser as the init call reports it. */
  async session(browser: HttpClient): Promise<unknown> {
    return (await this.call(browser, 'GET', '/api/fn/init')).body.session;
  }

  async history(id: string): Promise<HistoryChange[]> {
    return (await this.call(this.admin, 'GET', `/api/users/${id}/history`)).body;
  }

  rows<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.server.database.execute<Row>({ sql, parameters });
  }
}
