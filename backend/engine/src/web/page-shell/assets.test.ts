import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '#backend/kernel/http/listener.ts';
import { builtFrontend } from './assets.ts';
import { SERVER_FOLDER } from './build.ts';

let folder: string;
let port: Listener;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-build-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'page-abc.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'page-abc.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
  writeFileSync(join(folder, 'index.html'), '__NONCE__');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, '.vite', 'preloads.json'), '{"pages":[]}');
  mkdirSync(join(folder, SERVER_FOLDER));
  writeFileSync(join(folder, SERVER_FOLDER, 'render.cjs'), '');
  port = await listen({ port: 0, hosts: ['127.0.0.1'] });
  port.setHandler(express().use(builtFrontend(folder, {}).assets));
});
afterAll(async () => {
  await port.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, encoding = 'identity') =>
  fetch(`http://127.0.0.1:${port.number}${path}`, { headers: { 'accept-encoding': encoding } });

describe('a file of the build', () => {
  it('is cached forever if its name has a hash, and revalidated otherwise', async () => {
    expect((await get('/assets/page-abc.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
  });

  it('is sent precompressed to clients that accept it', async () => {
    const compressed = await get('/assets/page-abc.js', 'br');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('content-type')).toContain('text/javascript');
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(await compressed.text()).toBe('export {};');
    expect((await get('/assets/page-abc.js')).headers.has('content-encoding')).toBe(false);
  });

  it('is not sent again to clients that have it', async () => {
    const url = `http://127.0.0.1:${port.number}/robots.txt`;
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(url, { headers })).status).toBe(304);
  });

  it('is still served after another build has replaced it', async () => {
    const gone = join(folder, 'assets', 'page-abc.js');
    rmSync(gone);
    rmSync(`${gone}.br`);
    expect(await (await get('/assets/page-abc.js', 'gzip, br')).text()).toBe('export {};');
    expect(await (await get('/assets/page-abc.js')).text()).toBe('export {};');
  });

  it.each(['/index.html', '/.vite/manifest.json', '/', '/assets', '/../package.json'])(
    'does not serve other files: %s',
    async (path) => expect((await get(path)).status).toBe(404),
  );
});
