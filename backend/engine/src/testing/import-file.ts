import type { ImportState } from '@bindery/contract/records/imports.ts';
import { askUntil } from './ask-until.ts';
import type { HttpClient } from './browser.ts';

/** Uploads, checks and runs imports as a user. */
export class ImportFixture {
  readonly #url: string;
  readonly #user: HttpClient;

  constructor(url: string, user: HttpClient) {
    this.#url = url;
    this.#user = user;
  }

  /** Uploads a file; returns the response. */
  async upload(
    resource: string,
    file: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: ImportState }> {
    const response = await fetch(`${this.#url}/api/${resource}/import?name=file.csv`, {
      method: 'POST',
      headers: { cookie: this.#user.cookies, origin: this.#url, 'content-type': 'text/csv', ...headers },
      body: typeof file === 'string' ? file : Buffer.from(file),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Uploads and checks a file: by default each column is the field of its heading, all records are new. */
  async check(
    resource: string,
    { file, matchBy = null, skip = [] }: { file: string; matchBy?: string | null; skip?: readonly string[] },
  ): Promise<ImportState> {
    const { status, body } = await this.upload(resource, file);
    if (status !== 201) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`);
    const mapping = body.columns.map(({ heading }) => (skip.includes(heading) ? null : heading));
    const started = await this.#user.call(`/api/imports/${body.id}/check`, { json: { mapping, matchBy } });
    if (started.status !== 202) throw new Error(JSON.stringify(started.body));
    return this.ended(body.id);
  }

  /** Imports a checked file. */
  async run(id: string, mode: 'all' | 'valid'): Promise<ImportState> {
    const started = await this.#user.call(`/api/imports/${id}/run`, { json: { mode } });
    if (started.status !== 202) throw new Error(JSON.stringify(started.body));
    return this.ended(id);
  }

  /** Waits until the job of an import has finished. */
  async ended(id: string): Promise<ImportState> {
    const ask = async () => (await this.#user.call(`/api/imports/${id}`)).body;
    return askUntil(ask, ({ state }) => state !== 'checking' && state !== 'importing');
  }

  /** Returns the invalid rows: the number of each with the keys of its errors by field. */
  async invalidRows(id: string): Promise<[number, Record<string, string[]>][]> {
    const { body } = await this.#user.call(`/api/imports/${id}/invalid-rows`);
    return body.map(({ number, errors }: { number: number; errors: Record<string, { key: string }[]> }) => [
      number,
      Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, all.map(({ key }) => key)])),
    ]);
  }
}
