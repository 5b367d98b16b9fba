import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

describe('a record', () => {
  it('is created with a Location header, an ETag and a change in its history', async () => {
    const { status, body, headers } = await ctx.call('POST', '/api/books', {
      title: '  Kusadikika  ',
      author: 'Somebody else',
      genre: ctx.genres[1]!.id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Kusadikika',
      publisher: null,
      genre: { label: ctx.genres[1]!.name },
    });
    expect(headers.get('location')).toBe(`/api/books/${body.id}`);
    const again = await ctx.call('GET', `/api/books/${body.id}`);
    expect(again.body).toEqual(body);
    expect(again.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('that has not changed gets the response 304', async () => {
    const { id } = await ctx.made();
    const etag = (await ctx.call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const get = (header: string) =>
      ctx.call('GET', `/api/books/${id}`, undefined, { headers: { 'if-none-match': header } });
    expect(await get(etag)).toMatchObject({ status: 304, body: undefined });
    expect((await get('"other"')).status).toBe(200);
    await ctx.call('PATCH', `/api/books/${id}`, { publisher: 'Changed' });
    expect((await get(etag)).status).toBe(200);
  });

  it('is updated only in the fields that are sent', async () => {
    const before = await ctx.made({ publisher: 'Before' });
    const { status, body } = await ctx.call('PATCH', `/api/books/${before.id}`, { author: 'After' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, author: 'After', updatedAt: body.updatedAt });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it('applies simultaneous updates one after the other, and with one ETag only the first', async () => {
    const { id } = await ctx.made();
    const patch = (publisher: string, headers = {}) =>
      ctx.call('PATCH', `/api/books/${id}`, { publisher }, { headers });
    const numbers = Array.from({ length: 10 }, (_, number) => String(number));
    const answers = await Promise.all(numbers.map((number) => patch(`At once ${number}`)));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const { body: history } = await ctx.call('GET', `/api/books/${id}/history`);
    expect(history).toHaveLength(11);
    const changes = history
      .slice(0, 10)
      .map((change: { changes: object }) => Object.values(change.changes)[0]);
    for (const [index, { before }] of changes.entries())
      expect(before).toBe(index < 9 ? changes[index + 1].after : null);
    const ifMatch = { 'if-match': answers.at(-1)!.headers.get('etag') };
    await patch('Once more');
    const etag = (await ctx.call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const outdated = await patch('Too late', ifMatch);
    const raced = await Promise.all(numbers.map((number) => patch(`Raced ${number}`, { 'if-match': etag })));
    expect(outdated.status).toBe(412);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  it('keeps its ETag and its history after an update without changes', async () => {
    const before = await ctx.made();
    const { body } = await ctx.call('PATCH', `/api/books/${before.id}`, {
      title: before.title,
      genre: before.genre.id,
    });
    expect(body).toEqual(before);
    expect((await ctx.call('GET', `/api/books/${before.id}/history`)).body).toHaveLength(1);
  });

  it('can be replaced as a whole, and omitted fields become empty', async () => {
    const before = await ctx.made({ publisher: 'Before' });
    const kept = await ctx.call('PUT', `/api/books/${before.id}`, { ...before, title: `${before.title} II` });
    expect(kept.body).toMatchObject({ title: `${before.title} II`, publisher: 'Before' });
    const { publisher: _, ...without } = before;
    expect((await ctx.call('PUT', `/api/books/${before.id}`, without)).body).toMatchObject({
      publisher: null,
    });
  });

  it('gets the response 404 after it was deleted', async () => {
    const { id } = await ctx.made();
    expect((await ctx.call('DELETE', `/api/books/${id}`)).status).toBe(204);
    expect((await ctx.call('DELETE', `/api/books/${id}`)).status).toBe(404);
    expect((await ctx.call('GET', `/api/books/${id}`)).body.code).toBe('NOT_FOUND');
    expect((await ctx.call('PATCH', `/api/books/${id}`, {})).status).toBe(404);
  });
});

describe('a write on a record that another user has changed', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])('is rejected with the current record: %s', async (method) => {
    const before = await ctx.made();
    const etag = (await ctx.call('GET', `/api/books/${before.id}`)).headers.get('etag')!;
    const current = (await ctx.call('PATCH', `/api/books/${before.id}`, { author: 'Somebody faster' })).body;
    const json = method === 'DELETE' ? undefined : ctx.draft();
    const late = await ctx.call(method, `/api/books/${before.id}`, json, { headers: { 'if-match': etag } });
    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', current } });
    expect((await ctx.call('GET', `/api/books/${before.id}`)).body).toEqual(current);
  });

  it('succeeds when it names the current ETag, or any', async () => {
    const { id } = await ctx.made();
    const { headers } = await ctx.call('GET', `/api/books/${id}`);
    const write = (json: object, ifMatch: string) =>
      ctx.call('PATCH', `/api/books/${id}`, json, { headers: { 'if-match': ifMatch } });
    expect((await write({ author: 'One' }, `"old", ${headers.get('etag')}`)).status).toBe(200);
    expect((await write({ author: 'Two' }, '*')).status).toBe(200);
  });

  it('succeeds for only one of two concurrent requests', async () => {
    const { id } = await ctx.made();
    const etag = (await ctx.call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const write = (author: string) =>
      ctx.call('PATCH', `/api/books/${id}`, { author }, { headers: { 'if-match': etag } });
    const statuses = (await Promise.all([write('One'), write('Two')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412]);
  });
});

describe('the history of a record', () => {
  it('lists who did what, newest first, also after the record was deleted', async () => {
    const book = await ctx.made({ publisher: 'First' });
    await ctx.call('PATCH', `/api/books/${book.id}`, { publisher: null, genre: ctx.genres[2]!.id });
    await ctx.call('DELETE', `/api/books/${book.id}`);
    const { body } = await ctx.call('GET', `/api/books/${book.id}/history`);
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
    expect(body[1].changes).toEqual({
      publisher: { before: 'First', after: null },
      genre: { before: book.genre, after: { id: ctx.genres[2]!.id, label: ctx.genres[2]!.name } },
    });
    expect(body[1].actor.label).toBe('Admin');
    expect(body[0].changes.title).toEqual({ before: book.title, after: null });
  });

  it('does not show the acting user to a reader', async () => {
    const { id } = await ctx.made();
    const { body } = await ctx.call('GET', `/api/books/${id}/history`, undefined, { as: ctx.reader });
    expect(body).toMatchObject([{ action: 'create', actor: null }]);
  });

  it('does not exist for a record that never existed', async () => {
    expect((await ctx.call('GET', `/api/books/${newId()}/history`)).status).toBe(404);
  });
});

describe('rights', () => {
  const anonymous = () => ctx.server.browser();

  it('let a reader only read', async () => {
    const { id } = await ctx.made();
    const as = ctx.reader;
    expect((await ctx.call('GET', `/api/books/${id}`, undefined, { as })).status).toBe(200);
    expect((await ctx.call('POST', '/api/books', ctx.draft(), { as })).status).toBe(403);
    expect((await ctx.call('PATCH', `/api/books/${id}`, {}, { as })).status).toBe(403);
    expect((await ctx.call('PUT', `/api/books/${id}`, ctx.draft(), { as })).status).toBe(403);
    expect((await ctx.call('DELETE', `/api/books/${id}`, undefined, { as })).status).toBe(403);
    expect((await ctx.call('GET', '/api/users', undefined, { as })).status).toBe(403);
  });

  it('are checked first: a visitor without a session learns nothing', async () => {
    const as = anonymous();
    expect((await ctx.call('GET', '/api/books?colour=red', undefined, { as })).status).toBe(401);
    expect((await ctx.call('GET', `/api/books/${newId()}`, undefined, { as })).status).toBe(401);
    expect((await ctx.call('POST', '/api/books', {}, { as })).body).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('prevent any role from changing genres', async () => {
    const { id } = ctx.genres[0]!;
    expect((await ctx.call('POST', '/api/genres', { name: 'New' })).status).toBe(403);
    expect((await ctx.call('PATCH', `/api/genres/${id}`, { name: 'New' })).status).toBe(403);
    expect((await ctx.call('DELETE', `/api/genres/${id}`)).status).toBe(403);
  });
});
