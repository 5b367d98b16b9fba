import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  admin,
  get,
  keyOf,
  make,
  picture,
  resources,
  serveAlbums,
  server,
  uploaded,
  user,
} from '#backend/testing/albums.ts';
import { pdf } from '#backend/testing/sample-images.ts';
import { folderStorage } from './storage/folder-storage.ts';
import { sweepFiles } from './sweep.ts';

serveAlbums();

describe('a record', () => {
  it('accepts the file that its writer has uploaded for this field, and shows it with signed addresses', async () => {
    const stored = await uploaded(await picture());
    const { body, status } = await make({ picture: stored.id });
    expect({ status, picture: body.picture }).toEqual({ status: 201, picture: stored });
    const [listed] = (await admin.call(`/api/albums?picture=${stored.id}`)).body;
    expect(listed.picture).toEqual(stored);
  });

  it('rejects a file of another user, of another field, or a nonexistent one', async () => {
    const others = await uploaded(await picture(), {}, user);
    const otherField = await uploaded(pdf(), { field: 'anything' });
    for (const values of [
      { picture: others.id },
      { paper: otherField.id },
      { picture: crypto.randomUUID() },
    ]) {
      const response = keyOf(await make(values));
      expect(response).toMatchObject({
        status: 400,
        field: Object.keys(values)[0],
        key: 'errors.fileNotFound',
      });
    }
  });

  it('that copies another one shares its file, which remains while one of them has it', async () => {
    const stored = await uploaded(await picture());
    const first = (await make({ picture: stored.id })).body;
    const copy = await make({ picture: stored.id }, user);
    expect(copy).toMatchObject({ status: 201, body: { picture: { id: stored.id } } });
    await admin.call(`/api/albums/${first.id}`, { method: 'DELETE' });
    expect((await get((await admin.call(`/api/albums/${copy.body.id}`)).body.picture.url)).status).toBe(200);
  });

  it('shares no file of a field that its writer may not read', async () => {
    const stored = await uploaded(pdf(), { field: 'secret' });
    expect((await make({ secret: stored.id })).status).toBe(201);
    expect((await make({ secret: stored.id }, user)).status).toBe(400);
  });

  it('keeps its ETag while the addresses of its files change', async () => {
    const stored = await uploaded(await picture());
    const { body, headers } = await make({ picture: stored.id });
    const etag = headers.get('etag')!;
    const put = await admin.call(`/api/albums/${body.id}`, {
      method: 'PUT',
      headers: { 'if-match': etag },
      json: { ...body, picture: { ...body.picture, url: '/changed' } },
    });
    expect(put).toMatchObject({ status: 200 });
    expect(put.headers.get('etag')).toBe(etag);
    const other = await uploaded(await picture());
    const changed = await admin.call(`/api/albums/${body.id}`, {
      method: 'PATCH',
      json: { picture: other.id },
    });
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('has the name of each file in its history, which can restore a replaced one', async () => {
    const first = await uploaded(await picture(), { name: 'first.png' });
    const second = await uploaded(await picture(), { name: 'second.png' });
    const { id } = (await make({ picture: first.id })).body;
    await admin.call(`/api/albums/${id}`, { method: 'PATCH', json: { picture: second.id } });
    const [change] = (await admin.call(`/api/albums/${id}/history`)).body;
    expect(change.changes.picture).toEqual({
      before: { id: first.id, label: 'first.png' },
      after: { id: second.id, label: 'second.png' },
    });
    const undone = await admin.call(`/api/albums/${id}/history/${change.id}/undo`, { method: 'POST' });
    expect(undone.status).toBe(200);
    expect((await admin.call(`/api/albums/${id}`)).body.picture.id).toBe(first.id);
  });

  it('is exported with the name and the id of its file', async () => {
    const stored = await uploaded(pdf(), { field: 'paper', name: 'plan.pdf' });
    const { id } = (await make({ paper: stored.id })).body;
    const csv = await (await admin.fetch(`/api/albums/export?_fields=paper&id=${id}`)).text();
    expect(csv).toContain(`plan.pdf,${stored.id}`);
  });
});

describe('the sweep', () => {
  const sweep = (historyDays?: number) =>
    sweepFiles({
      database: server.database,
      resources,
      historyDays,
      storage: folderStorage(server.settings.dataDir),
    });
  const age = (column: string, id: string) =>
    server.database.execute({
      sql: `update files set ${column} = now() - interval '25 hours' where id = $1`,
      parameters: [id],
    });
  const status = async (url: string) => (await get(url)).status;
  const keptVariants = (id: string) => {
    const folder = join(server.settings.dataDir, 'files', id.slice(-2));
    return readdirSync(folder).includes(id) ? readdirSync(join(folder, id)) : [];
  };

  it('removes files that no record references within a day, with their thumbnails', async () => {
    const [old, recent] = [await uploaded(await picture()), await uploaded(await picture())];
    await age('created_at', old.id);
    expect(keptVariants(old.id)).toEqual(['160', '320', 'original']);
    await sweep();
    expect([await status(old.url), await status(recent.url)]).toEqual([404, 200]);
    expect(keptVariants(old.id)).toEqual([]);
  });

  it('removes a file without a record only when the history has forgotten it', async () => {
    const stored = await uploaded(await picture());
    const { id } = (await make({ picture: stored.id })).body;
    await age('created_at', stored.id);
    await admin.call(`/api/albums/${id}`, { method: 'PATCH', json: { picture: null } });
    await sweep(1);
    await age('unused_since', stored.id);
    await sweep();
    expect(await status(stored.url)).toBe(200);
    await sweep(1);
    expect(await status(stored.url)).toBe(404);
  });

  it('keeps a file that an undo has restored to a record', async () => {
    const stored = await uploaded(await picture());
    const { id } = (await make({ picture: stored.id })).body;
    await admin.call(`/api/albums/${id}`, { method: 'DELETE' });
    await sweep(1);
    await age('unused_since', stored.id);
    const [change] = (await admin.call(`/api/albums/${id}/history`)).body;
    const undone = await admin.call(`/api/albums/${id}/history/${change.id}/undo`, { method: 'POST' });
    expect(undone.status).toBe(200);
    await sweep(1);
    expect((await admin.call(`/api/albums/${id}`)).body.picture.id).toBe(stored.id);
    expect(await status(stored.url)).toBe(200);
  });

  it('never removes a file from a record that is written at the same time', async () => {
    const files = await Promise.all(Array.from({ length: 8 }, async () => uploaded(await picture())));
    for (const { id } of files) await age('created_at', id);
    const [made] = await Promise.all([
      Promise.all(files.map(({ id }) => make({ picture: id }))),
      ...[1, 2, 3].map(() => sweep(1)),
    ]);
    for (const { status: created, body } of made) {
      expect([201, 400]).toContain(created);
      if (created === 201) expect(await status(body.picture.url)).toBe(200);
    }
  });
});
