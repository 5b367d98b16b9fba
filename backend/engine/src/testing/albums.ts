import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { defineResources, file, image, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import type { HttpClient } from './browser.ts';
import { png } from './sample-images.ts';
import { ADMIN, startServer, type TestServer } from './server.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
/** Albums, with every rule of files. */
export const resources = defineResources({
  albums: {
    fields: {
      title: text({ required: true, search: true }),
      picture: image({ maxMB: 1, maxMegapixels: 1 }),
      paper: file({ accept: ['application/pdf', 'text/plain'], maxMB: 0.01 }),
      anything: file(),
      secret: file({ readBy: ['admin'] }),
      stamp: image({ readOnly: true }),
    },
    rights: { admin: everything, user: ['read', 'create'] },
  },
});

/** The server, and two users of it. */
export let server: TestServer;
/** Signed in as an admin. */
export let admin: HttpClient;
/** Signed in as a user. */
export let user: HttpClient;

/** Starts the server before the tests of a file, which share it. */
export function serveAlbums(): void {
  beforeAll(async () => {
    server = await startServer({ UPLOADS_PER_HOUR: '60' }, resources);
    admin = server.browser();
    user = server.browser();
    await admin.signIn(ADMIN);
    await user.signIn('reader@example.com');
  });
  afterAll(() => server?.close());
}

/** Uploads a file as a user. */
export async function send(
  by: HttpClient,
  content: Buffer,
  { field = 'picture', name = 'photo.png', type = 'application/octet-stream', resource = 'albums' } = {},
) {
  const query = new URLSearchParams({ resource, field, name });
  const response = await fetch(`${server.url}/api/files?${query}`, {
    method: 'POST',
    headers: { cookie: by.cookies, origin: server.url, 'content-type': type },
    body: new Uint8Array(content),
  });
  return { status: response.status, body: await response.json() };
}

/** Returns the first error of the first field in a response. */
export const keyOf = ({ body, status }: { body: { errors?: object }; status: number }) => {
  const [[field, [error]] = ['', [{ key: '', values: {} }]]] = Object.entries<
    { key: string; values: object }[]
  >(Object(body.errors ?? {})) as [string, { key: string; values: object }[]][];
  return { status, field, key: error?.key, values: error?.values };
};

/** Reads a signed address, without a session. */
export const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(server.url + url, { headers });
/** Reads the bytes behind a signed address. */
export const bytes = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer());
/** Creates an album. */
export const make = async (values: object, by = admin) =>
  by.call('/api/albums', { json: { title: crypto.randomUUID(), ...values } });
/** Uploads a file that is accepted. */
export const uploaded = async (
  content: Buffer,
  options: Parameters<typeof send>[2] = {},
  by = admin,
): Promise<UploadedFile> => {
  const sent = await send(by, content, options);
  expect(sent).toMatchObject({ status: 201 });
  return sent.body;
};
/** Returns an allowed picture. */
export const picture = () => png({ width: 500, height: 300 });
