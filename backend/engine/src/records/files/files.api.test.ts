import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  admin,
  bytes,
  get,
  keyOf,
  picture,
  resources,
  send,
  serveAlbums,
  server,
  uploaded,
  user,
} from '#backend/testing/albums.ts';
import { startS3Server } from '#backend/testing/s3-server.ts';
import { pdf, png, SECRET_PLACE, taggedJpeg } from '#backend/testing/sample-images.ts';
import { ADMIN, startServer } from '#backend/testing/server.ts';

serveAlbums();

describe('an uploaded image', () => {
  it('is rotated upright, without metadata, with smaller thumbnails', async () => {
    const given = await taggedJpeg({ width: 700, height: 400 });
    expect(given.includes(SECRET_PLACE)).toBe(true);
    const kept = await uploaded(given, { name: 'party.JPEG' });
    expect(kept).toMatchObject({ name: 'party.JPEG', type: 'image/jpeg', width: 400, height: 700 });
    const original = await bytes(kept.url);
    expect(original.length).toBe(kept.size);
    expect(original.includes(SECRET_PLACE)).toBe(false);
    const { exif, orientation, xmp } = await sharp(original).metadata();
    expect({ exif, orientation, xmp }).toEqual({ exif: undefined, orientation: undefined, xmp: undefined });
    expect(kept.thumbnails?.map(({ width }) => width)).toEqual([160, 320]);
    for (const { width, url } of kept.thumbnails ?? []) {
      const thumbnail = await sharp(await bytes(url)).metadata();
      expect(thumbnail).toMatchObject({ format: 'webp', width });
    }
  });

  it('loses data that another format hides behind it', async () => {
    const script = '<script>alert(1)</script>';
    const kept = await uploaded(Buffer.concat([await picture(), Buffer.from(script)]));
    expect((await bytes(kept.url)).includes(script)).toBe(false);
  });

  it.each([
    ['an empty file', async () => Buffer.alloc(0), 'errors.fileEmpty', {}],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'errors.fileType', {}],
    ['a page that calls itself a picture', async () => Buffer.from('<html>'), 'errors.fileType', {}],
    ['half a picture', async () => (await picture()).subarray(0, 600), 'errors.imageUnreadable', {}],
    [
      'a header without a picture',
      async () => (await picture()).subarray(0, 40),
      'errors.imageUnreadable',
      {},
    ],
    ['too many pixels', () => png({ width: 1001, height: 1000 }), 'errors.imageTooLarge', { max: 1 }],
    ['a bomb', () => png({ width: 6_000, height: 6_000 }), 'errors.imageTooLarge', { max: 1 }],
  ])('is rejected as %s, with the rule that it violates', async (_, content, key, values) => {
    const answer = keyOf(await send(admin, await content(), { type: 'image/png' }));
    expect(answer).toMatchObject({ status: 422, field: 'picture', key, values });
  });

  it('is rejected when it is too large, even with an incorrect declared size', async () => {
    const answer = keyOf(await send(admin, Buffer.alloc(1_000_001)));
    expect(answer).toEqual({ status: 413, field: 'picture', key: 'errors.fileTooLarge', values: { max: 1 } });
  });
});

describe('an uploaded file', () => {
  it('has the type of its content, whatever its name and its declared type', async () => {
    const declared = { field: 'paper', name: 'cv.html', type: 'text/html' };
    expect(await uploaded(pdf(), declared)).toMatchObject({ type: 'application/pdf' });
    expect(await uploaded(Buffer.from('plain, رواية'), declared)).toMatchObject({ type: 'text/plain' });
    const rejected = await send(admin, await picture(), { field: 'paper', type: 'application/pdf' });
    expect(keyOf(rejected)).toMatchObject({
      status: 422,
      key: 'errors.fileType',
      values: { types: 'PDF, TXT' },
    });
  });

  it('is only ever offered as a download, and nothing in it can run', async () => {
    for (const content of ['<svg onload="alert(1)"/>', '<?xml version="1.0"?><svg/>', '<html>']) {
      const { url } = await uploaded(Buffer.from(content), { field: 'anything', name: 'a.html' });
      const { headers } = await get(url);
      expect(headers.get('content-type')).toMatch(/^(text\/plain; charset=utf-8|application\/octet-stream)$/);
      expect(headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    }
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\0b\r\n"c".txt', 'ab"c".txt'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['', 'file'],
    [`${'خ'.repeat(300)}.txt`, `${'خ'.repeat(251)}.txt`],
    ['__proto__', '__proto__'],
    ['🦉 é (1).txt', '🦉 é (1).txt'],
  ])('with the name %j is stored as %j', async (name, expected) => {
    const { url, name: kept } = await uploaded(Buffer.from('x'), { field: 'anything', name });
    expect(kept).toBe(expected);
    const disposition = (await get(url)).headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(expected);
  });

  it('is read in the requested ranges', async () => {
    const { url } = await uploaded(Buffer.from('0123456789'), { field: 'anything' });
    const part = async (range: string) => {
      const response = await get(url, { range });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789']);
  });

  it('does not exist at a modified address', async () => {
    const { url, id } = await uploaded(await picture());
    const invalid = [
      url.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.replace('/original', '/160'),
      url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      `/api/files/${id}/original?expires=1&signature=x`,
    ];
    for (const address of invalid) expect((await get(address)).status).toBe(404);
    expect((await get(`/api/files/${id}/original`)).status).toBe(400);
    expect((await get(url)).status).toBe(200);
  });
});

describe('the right to upload', () => {
  it('is the right to write the field', async () => {
    const tried = (field: string, resource = 'albums') => send(user, pdf(), { field, resource });
    expect((await tried('paper')).status).toBe(201);
    expect((await tried('secret')).status).toBe(404);
    expect((await tried('title')).status).toBe(404);
    expect((await tried('stamp')).status).toBe(403);
    expect((await tried('constructor')).status).toBe(404);
    expect((await tried('avatar', 'users')).status).toBe(404);
    expect((await tried('paper', '__proto__')).status).toBe(404);
  });

  it('ends for the hour at the configured number', async () => {
    const busy = server.browser();
    await busy.signIn('busy@example.com');
    const { id } = (await busy.call('/api/auth/get-session')).body.user;
    await server.database.execute({
      sql: "insert into rate_limit_counters (key, count, resets_at) values ($1, 60, now() + interval '1 hour')",
      parameters: [`upload:${id}`],
    });
    expect(await send(busy, pdf(), { field: 'paper' })).toMatchObject({ status: 429 });
  });
});

it('an upload that the storage rejects leaves nothing behind', async () => {
  const away = await startServer(
    {
      FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
      FILES_S3_BUCKET: 'away',
      FILES_S3_ACCESS_KEY_ID: 'x',
      FILES_S3_SECRET_ACCESS_KEY: 'x',
    },
    resources,
  );
  try {
    const cookie = await away.signIn(ADMIN);
    const query = new URLSearchParams({ resource: 'albums', field: 'paper' });
    const response = await fetch(`${away.url}/api/files?${query}`, {
      method: 'POST',
      headers: { cookie, origin: away.url },
      body: new Uint8Array(pdf()),
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { code: 'FILES_UNAVAILABLE' },
    });
    // The row remains until the sweep, which also removes what the storage may have anyway.
    const rows = await away.database.query({ sql: 'select 1 from files where is_stored', parameters: [] });
    expect(rows).toEqual([]);
  } finally {
    await away.close();
  }
});

it('an upload to a store that never responds is rejected soon, and names the store', {
  timeout: 60_000,
}, async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = await startServer(
    {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_BUCKET: 'silent',
      FILES_S3_ACCESS_KEY_ID: 'x',
      FILES_S3_SECRET_ACCESS_KEY: 'x',
    },
    resources,
  );
  try {
    const cookie = await server.signIn(ADMIN);
    const upload = async (field: string, file: Buffer) => {
      const begun = performance.now();
      const query = new URLSearchParams({ resource: 'albums', field });
      const response = await fetch(`${server.url}/api/files?${query}`, {
        method: 'POST',
        headers: { cookie, origin: server.url },
        body: new Uint8Array(file),
      });
      const seconds = (performance.now() - begun) / 1000;
      return { status: response.status, body: await response.json(), isSoon: seconds < 20 };
    };
    const answers = await Promise.all([upload('paper', pdf()), upload('picture', await picture())]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 503,
        body: { code: 'FILES_UNAVAILABLE', message: expect.stringContaining('file store') },
        isSoon: true,
      });
  } finally {
    await server.close();
    silent.close();
  }
});

it('an S3 store keeps an image with its thumbnails, and returns ranges of a file', async () => {
  const s3 = await startS3Server();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
  const stored = await startServer(
    {
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY_ID: accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    resources,
  );
  try {
    const cookie = await stored.signIn(ADMIN);
    const post = async (field: string, content: Buffer) => {
      const response = await fetch(`${stored.url}/api/files?resource=albums&field=${field}`, {
        method: 'POST',
        headers: { cookie, origin: stored.url },
        body: new Uint8Array(content),
      });
      return (await response.json()) as UploadedFile;
    };
    const { thumbnails = [] } = await post('picture', await picture());
    expect(thumbnails).toHaveLength(2);
    for (const { url } of thumbnails) expect((await fetch(stored.url + url)).status).toBe(200);
    const { url } = await post('paper', Buffer.from('0123456789'));
    const part = await fetch(stored.url + url, { headers: { range: 'bytes=3-5' } });
    expect([part.status, await part.text()]).toEqual([206, '345']);
    expect(existsSync(join(stored.settings.dataDir, 'files'))).toBe(false);
  } finally {
    await stored.close();
    await s3.close();
  }
});
