import { defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import type { HooksByResource } from '#backend/records/resources/hooks.ts';
import type { TestResponse } from './browser.ts';
import { serveEndpoints, type TestEndpoints } from './test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
/** Resources for tests of bulk writes: with unique rules, references among each other, and hidden fields. */
const volumeResources = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, search: true }),
      twin: reference('shelves', { onDelete: 'setNull' }),
    },
    rights: { admin: everything, user: ['read', 'delete'] },
  },
  volumes: {
    fields: {
      title: text({ required: true, search: true }),
      author: text(),
      pages: integer({ max: 100 }),
      secret: text({ readBy: ['admin'] }),
      shelf: reference('shelves', { onDelete: 'cascade' }),
      series: reference('volumes'),
      sequel: reference('volumes', { onDelete: 'setNull' }),
    },
    unique: [{ fields: ['title', 'author'], reportOn: 'title' }],
    rights: { admin: everything, user: ['read', 'update'] },
  },
  // With rules about several records: a quota, and a record that must remain.
  seats: {
    fields: {
      name: text({ required: true, search: true }),
      row: text({ search: true }),
      next: reference('seats'),
    },
    rights: { admin: everything },
  },
});

type Values = Readonly<Record<string, unknown>>;
type VolumeRole = 'admin' | 'user';

/** Calls the endpoints of volumes, by default as an admin. */
export class VolumeFixture {
  readonly #endpoints: TestEndpoints;
  #number = 0;

  private constructor(endpoints: TestEndpoints) {
    this.#endpoints = endpoints;
  }

  static async start(hooks: HooksByResource = {}): Promise<VolumeFixture> {
    return new VolumeFixture(await serveEndpoints(volumeResources, { hooks }));
  }

  close(): Promise<void> {
    return this.#endpoints.close();
  }

  /** Returns a number that no other call has returned. */
  next(): number {
    return ++this.#number;
  }

  call(endpoint: string, json?: object, role: VolumeRole = 'admin'): Promise<TestResponse> {
    return this.#endpoints.call(role, endpoint as 'GET /api/', json);
  }

  /** Sends headers too, as an admin. */
  send(
    endpoint: string,
    json: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<TestResponse> {
    return this.#endpoints.call('admin', endpoint as 'GET /api/', json, headers);
  }

  bulk(resource: string, json: object, role?: VolumeRole): Promise<TestResponse> {
    return this.call(`POST /api/${resource}/bulk`, json, role);
  }

  /** Creates a record; returns its id. */
  async add(resource: string, values: Values): Promise<string> {
    return (await this.call(`POST /api/${resource}`, values)).body.id;
  }

  async get(resource: string, id: string): Promise<TestResponse['body']> {
    return (await this.call(`GET /api/${resource}/${id}`)).body;
  }

  async history(resource: string, id: string): Promise<TestResponse['body']> {
    return (await this.call(`GET /api/${resource}/${id}/history`)).body;
  }

  /** Creates volumes with unique titles; returns their ids. */
  async volumes(values: readonly Values[]): Promise<string[]> {
    const ids: string[] = [];
    for (const one of values) ids.push(await this.add('volumes', { title: `Volume ${this.next()}`, ...one }));
    return ids;
  }
}
