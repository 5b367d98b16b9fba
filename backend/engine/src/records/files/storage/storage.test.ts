import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { logger } from '#backend/logging/logger.ts';
import { type S3Server, startS3Server } from '#backend/testing/s3-server.ts';
import { folderStorage } from './folder-storage.ts';
import { storageKey } from './key.ts';
import { s3Storage } from './s3-storage.ts';
import type { FileStorage, LocalFile } from './storage.ts';

logger.level = 'silent';

const folder = mkdtempSync(join(tmpdir(), 'bindery-storage-'));
let s3: S3Server;
const storages: Record<string, () => FileStorage> = {
  folder: () => folderStorage(folder),
  'S3 store': () => s3Storage(s3.settings),
};

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

function localFile(content: Buffer): LocalFile {
  const path = join(folder, newId());
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, size: content.length, sha256, type: 'application/pdf' };
}

const read = async (storage: FileStorage, ...requested: Parameters<FileStorage['get']>) => {
  const stream = await storage.get(...requested);
  return stream && buffer(stream);
};

describe.each(Object.keys(storages))('a %s', (name) => {
  it('returns stored content, completely and in ranges', async () => {
    const storage = storages[name]!();
    const content = randomBytes(300_000);
    const key = storageKey(newId(), 'original');
    await storage.put(key, localFile(content));
    expect(await read(storage, key)).toEqual(content);
    expect(await read(storage, key, { start: 10, end: 19 })).toEqual(content.subarray(10, 20));
  });

  it('replaces an object that is stored again', async () => {
    const storage = storages[name]!();
    const key = storageKey(newId(), 320);
    await storage.put(key, localFile(Buffer.from('first')));
    await storage.put(key, localFile(Buffer.from('second')));
    expect(String(await read(storage, key))).toBe('second');
  });

  it('has nothing under an unknown key, nor after a removal, which may be repeated', async () => {
    const storage = storages[name]!();
    const key = storageKey(newId(), 'original');
    expect(await read(storage, key)).toBeUndefined();
    await storage.put(key, localFile(Buffer.from('x')));
    await storage.remove(key);
    await storage.remove(key);
    expect(await read(storage, key)).toBeUndefined();
  });

  it('never builds an address from an invalid key', async () => {
    const storage = storages[name]!();
    for (const key of ['../auth-secret', `${newId()}/../x`, `${newId()}/original/x`, '', 'a/b'])
      await expect(async () => storage.get(key)).rejects.toThrow('No key of a file');
  });

  it('passes its check', async () => {
    await storages[name]!().check();
  });
});

it('a folder has no empty folders of removed files', async () => {
  const storage = folderStorage(folder);
  const id = newId();
  await storage.put(storageKey(id, 'original'), localFile(Buffer.from('x')));
  await storage.remove(storageKey(id, 'original'));
  expect(readdirSync(join(folder, 'files', id.slice(-2)))).not.toContain(id);
});

it('an unusable folder is unavailable, and the received file stays where it is', async () => {
  const blocked = mkdtempSync(join(tmpdir(), 'bindery-blocked-'));
  const id = newId();
  mkdirSync(join(blocked, 'files'));
  // A file is where the folder would be.
  writeFileSync(join(blocked, 'files', id.slice(-2)), '');
  const file = localFile(Buffer.from('x'));
  await expect(folderStorage(blocked).put(storageKey(id, 'original'), file)).rejects.toMatchObject({
    code: 'FILES_UNAVAILABLE',
  });
  expect(existsSync(file.path)).toBe(true);
  rmSync(blocked, { recursive: true });
});

it('an S3 store that is unreachable or rejects the keys is unavailable', async () => {
  const away = s3Storage({ ...s3.settings, endpoint: 'http://127.0.0.1:1' });
  const key = storageKey(newId(), 'original');
  const file = localFile(Buffer.from('x'));
  await expect(away.put(key, file)).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE', status: 503 });
  await expect(away.get(key)).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' });
  const stranger = s3Storage({ ...s3.settings, accessKeyId: 'stranger' });
  await expect(stranger.put(key, file)).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' });
});

it('the check of an S3 store names the invalid setting', async () => {
  const check = (change: object) => s3Storage({ ...s3.settings, ...change }).check();
  await expect(check({ bucket: 'no-such-bucket' })).rejects.toThrow('FILES_S3_BUCKET: there is no bucket');
  await expect(check({ accessKeyId: 'stranger' })).rejects.toThrow('FILES_S3_ACCESS_KEY_ID');
});

describe('an S3 store that does not respond', () => {
  const TIMES = { idleMs: 300, responseMs: 900, sendingMs: 900 };
  const BIG = Buffer.alloc(20_000_000);
  const headers = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n';
  const dripping = (socket: Socket, text: string) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt(at++) || 'x'), 20);
    socket.once('close', () => clearInterval(timer));
  };
  const behaviours: Record<string, (socket: Socket) => void> = {
    'is silent': (socket) => socket.resume(),
    'takes nothing of a file': (socket) => socket.pause(),
    'closes the connection': (socket) => socket.destroy(),
    'sends a header bit by bit': (socket) =>
      dripping(socket.resume(), `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1e6)}`),
    'asks to try again for ever': (socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n')),
  };

  const serving = async (behave: (socket: Socket) => void, use: (storage: FileStorage) => Promise<void>) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await use(s3Storage({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }, TIMES));
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  };

  // Concurrent, because each waits for several limits.
  it.concurrent.each(Object.keys(behaviours))(
    'because it %s is unavailable within the limits, for every operation',
    async (name) => {
      await serving(behaviours[name]!, async (storage) => {
        const key = storageKey(newId(), 'original');
        const calls = [
          () => storage.put(key, localFile(BIG)),
          () => storage.get(key),
          () => storage.remove(key),
          () => storage.check(),
        ];
        for (const call of calls) {
          const begun = performance.now();
          await expect(call()).rejects.toThrow();
          expect(performance.now() - begun).toBeLessThan(3_000);
        }
        await expect(storage.put(key, localFile(BIG))).rejects.toMatchObject({
          code: 'FILES_UNAVAILABLE',
          status: 503,
        });
      });
    },
  );

  it('any longer while it sends a file stops the reading of it', async () => {
    const behave = (socket: Socket) => socket.once('data', () => socket.write(`${headers}the beginning`));
    await serving(behave, async (storage) => {
      const stream = await storage.get(storageKey(newId(), 'original'));
      await expect(buffer(stream!)).rejects.toThrow('The store was silent for 300 ms');
    });
  });

  it('is not one whose file is read slowly', async () => {
    const behave = (socket: Socket) =>
      socket.once('data', () => socket.write(`${headers}${'x'.repeat(1e6)}`));
    await serving(behave, async (storage) => {
      const stream = await storage.get(storageKey(newId(), 'original'));
      await wait(1_000);
      expect((await buffer(stream!)).length).toBe(1_000_000);
    });
  });
});
