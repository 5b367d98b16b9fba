import type { HttpClient, TestResponse } from '#backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { ImportFixture } from './import-file.ts';
import { seedCatalogue } from './seed-catalogue.ts';

interface Options {
  /** Defaults to the admin. */
  readonly as?: HttpClient;
  readonly headers?: Record<string, string>;
}

/** A server with the seeded books, an admin, and a signed-in user. */
export class CatalogueServer {
  readonly server: TestServer;
  readonly admin: HttpClient;
  readonly reader: HttpClient;
  /** Imports as the admin. */
  readonly imports: ImportFixture;
  /** The genres, in list order. */
  genres: readonly { id: string; name: string }[] = [];
  #made = 0;

  private constructor(server: TestServer) {
    this.server = server;
    this.admin = server.browser();
    this.reader = server.browser();
    this.imports = new ImportFixture(server.url, this.admin);
  }

  static async start(): Promise<CatalogueServer> {
    const library = new CatalogueServer(await startServer());
    await seedCatalogue(library.server.database);
    library.admin.adopt(await openSession(library.server, ADMIN));
    await library.reader.signIn('reader@example.com');
    library.genres = (await library.call('GET', '/api/genres')).body;
    return library;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  call(method: string, path: string, json?: unknown, options: Options = {}): Promise<TestResponse> {
    const { as = this.admin, headers = {} } = options;
    return as.call(path, { method, headers, ...(json !== undefined && { json }) });
  }

  /** Returns the values of a new book with a unique title. */
  draft() {
    return { title: `Draft ${++this.#made}`, author: 'Nobody', genre: this.genres[0]!.id };
  }

  /** Creates a book as the admin; returns the API's record. */
  async made(values: object = {}) {
    return (await this.call('POST', '/api/books', { ...this.draft(), ...values })).body;
  }
}
