import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { Library } from '../testing/catalogue-server.ts';

let at: Library;
beforeAll(async () => {
  at = await Library.start();
});
afterAll(() => at?.close());

describe('a record', () => {
  it('is created with its address, its ETag and its line of history', async () => {
    const { status, body, headers } = await at.call('POST', '/api/books', {
      title: '  Kusadikika  ',
      author: 'Somebody else',
      genre: at.genres[1]!.id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Kusadikika',
      publisher: null,
      genre: { label: at.genres[1]!.name },
    });
    expect(headers.get('location')).toBe(`/api/books/${body.id}`);
    const again = await at.call('GET', `/api/books/${body.id}`);
    expect(again.body).toEqual(body);
    expect(again.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('that has not changed is not sent again', async () => {
    const { id } = await at.made();
    const etag = (await at.call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const ask = (header: string) =>
      at.call('GET', `/api/books/${id}`, undefined, { headers: { 'if-none-match': header } });
    expect(await ask(etag)).toMatchObject({ status: 304, body: undefined });
    expect((await ask('"other"')).status).toBe(200);
    await at.call('PATCH', `/api/books/${id}`, { publisher: 'Changed' });
    expect((await ask(etag)).status).toBe(200);
  });

  it('is changed in the fields that are sent, and in no other', async () => {
    const before = await at.made({ publisher: 'Before' });
    const { status, body } = await at.call('PATCH', `/api/books/${before.id}`, { author: 'After' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, author: 'After', updatedAt: body.updatedAt });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it('stays as it is after a change that changes nothing', async () => {
    const before = await at.made();
    const { body } = await at.call('PATCH', `/api/books/${before.id}`, {
      title: before.title,
      genre: before.genre.id,
    });
    expect(body).toEqual(before);
    expect((await at.call('GET', `/api/books/${before.id}/history`)).body).toHaveLength(1);
  });

  it('can be put back whole, as it came out, and loses what the whole leaves out', async () => {
    const before = await at.made({ publisher: 'Before' });
    const kept = await at.call('PUT', `/api/books/${before.id}`, { ...before, title: `${before.title} II` });
    expect(kept.body).toMatchObject({ title: `${before.title} II`, publisher: 'Before' });
    const { publisher: _, ...without } = before;
    expect((await at.call('PUT', `/api/books/${before.id}`, without)).body).toMatchObject({
      publisher: null,
    });
  });

  it('is deleted once, and is then gone', async () => {
    const { id } = await at.made();
    expect((await at.call('DELETE', `/api/books/${id}`)).status).toBe(204);
    expect((await at.call('DELETE', `/api/books/${id}`)).status).toBe(404);
    expect((await at.call('GET', `/api/books/${id}`)).body.code).toBe('NOT_FOUND');
    expect((await at.call('PATCH', `/api/books/${id}`, {})).status).toBe(404);
  });
});

describe('a write on what somebody else has changed', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])('is refused with what stands now: %s', async (method) => {
    const before = await at.made();
    const etag = (await at.call('GET', `/api/books/${before.id}`)).headers.get('etag')!;
    const current = (await at.call('PATCH', `/api/books/${before.id}`, { author: 'Somebody faster' })).body;
    const json = method === 'DELETE' ? undefined : at.draft();
    const late = await at.call(method, `/api/books/${before.id}`, json, { headers: { 'if-match': etag } });
    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', current } });
    expect((await at.call('GET', `/api/books/${before.id}`)).body).toEqual(current);
  });

  it('is done when it names the present state, or any', async () => {
    const { id } = await at.made();
    const { headers } = await at.call('GET', `/api/books/${id}`);
    const write = (json: object, ifMatch: string) =>
      at.call('PATCH', `/api/books/${id}`, json, { headers: { 'if-match': ifMatch } });
    expect((await write({ author: 'One' }, `"old", ${headers.get('etag')}`)).status).toBe(200);
    expect((await write({ author: 'Two' }, '*')).status).toBe(200);
  });

  it('goes through once when two arrive at the same moment', async () => {
    const { id } = await at.made();
    const etag = (await at.call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const write = (author: string) =>
      at.call('PATCH', `/api/books/${id}`, { author }, { headers: { 'if-match': etag } });
    const statuses = (await Promise.all([write('One'), write('Two')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412]);
  });
});

describe('the history of a record', () => {
  it('says who did what, the newest first, also once it is gone', async () => {
    const book = await at.made({ publisher: 'First' });
    await at.call('PATCH', `/api/books/${book.id}`, { publisher: null, genre: at.genres[2]!.id });
    await at.call('DELETE', `/api/books/${book.id}`);
    const { body } = await at.call('GET', `/api/books/${book.id}/history`);
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
    expect(body[1].changes).toEqual({
      publisher: { before: 'First', after: null },
      genre: { before: book.genre, after: { id: at.genres[2]!.id, label: at.genres[2]!.name } },
    });
    expect(body[1].actor.label).toBe('Admin');
    expect(body[0].changes.title).toEqual({ before: book.title, after: null });
  });

  it('does not tell a reader who it was', async () => {
    const { id } = await at.made();
    const { body } = await at.call('GET', `/api/books/${id}/history`, undefined, { as: at.reader });
    expect(body).toMatchObject([{ action: 'create', actor: null }]);
  });

  it('of nothing is not there', async () => {
    expect((await at.call('GET', `/api/books/${newId()}/history`)).status).toBe(404);
  });
});

describe('rights', () => {
  const anonymous = () => at.server.browser();

  it('let a reader read, and nothing else', async () => {
    const { id } = await at.made();
    const as = at.reader;
    expect((await at.call('GET', `/api/books/${id}`, undefined, { as })).status).toBe(200);
    expect((await at.call('POST', '/api/books', at.draft(), { as })).status).toBe(403);
    expect((await at.call('PATCH', `/api/books/${id}`, {}, { as })).status).toBe(403);
    expect((await at.call('PUT', `/api/books/${id}`, at.draft(), { as })).status).toBe(403);
    expect((await at.call('DELETE', `/api/books/${id}`, undefined, { as })).status).toBe(403);
    expect((await at.call('GET', '/api/users', undefined, { as })).status).toBe(403);
  });

  it('come before everything else: who is not signed in learns nothing', async () => {
    const as = anonymous();
    expect((await at.call('GET', '/api/books?colour=red', undefined, { as })).status).toBe(401);
    expect((await at.call('GET', `/api/books/${newId()}`, undefined, { as })).status).toBe(401);
    expect((await at.call('POST', '/api/books', {}, { as })).body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('keep genres as they are, for everybody', async () => {
    const { id } = at.genres[0]!;
    expect((await at.call('POST', '/api/genres', { name: 'New' })).status).toBe(403);
    expect((await at.call('PATCH', `/api/genres/${id}`, { name: 'New' })).status).toBe(403);
    expect((await at.call('DELETE', `/api/genres/${id}`)).status).toBe(403);
  });
});
