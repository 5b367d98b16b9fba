import type { SavedView } from '@bindery/contract/records/views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let fixture: UserFixture;
let reader: HttpClient;
let other: HttpClient;
let made = 0;

beforeAll(async () => {
  fixture = await UserFixture.start();
  reader = await fixture.signedIn((await fixture.user()).email);
  other = await fixture.signedIn((await fixture.user()).email);
});

afterAll(() => fixture?.close());

const save = (browser: HttpClient, values: object = {}) =>
  fixture.call(browser, 'POST', '/api/views', {
    resource: 'books',
    name: `View ${++made}`,
    query: 'title_like=sea',
    ...values,
  });
const saved = async (browser: HttpClient, values: object = {}): Promise<SavedView> => {
  const { status, body } = await save(browser, values);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};
const seen = async (browser: HttpClient, id: string, query = ''): Promise<SavedView | undefined> =>
  (await fixture.call(browser, 'GET', `/api/views${query}`)).body.find((view: SavedView) => view.id === id);
const change = (browser: HttpClient, id: string, json: object) =>
  fixture.call(browser, 'PATCH', `/api/views/${id}`, json);
const remove = (browser: HttpClient, id: string) => fixture.call(browser, 'DELETE', `/api/views/${id}`);

describe('a saved view', () => {
  it('is stored as saved, and only its owner sees it', async () => {
    const name = `${'W'.repeat(90)} 📚 كتب`;
    const view = await saved(reader, {
      name,
      query: 'q=sea&_sort=author&_order=desc',
      columns: ['author', 'title'],
    });
    expect(view).toMatchObject({
      name,
      query: 'q=sea&_sort=author&_order=desc',
      columns: ['author', 'title'],
      shared: false,
      isDefault: false,
      isOwn: true,
      isIncomplete: false,
    });
    expect(await seen(reader, view.id)).toEqual(view);
    expect(await seen(reader, view.id, '?resource=genres')).toBeUndefined();
    expect(await seen(other, view.id)).toBeUndefined();
    expect((await change(other, view.id, { name: 'Taken' })).status).toBe(404);
    expect((await remove(fixture.admin, view.id)).status).toBe(404);
  });

  it('that is shared is visible to every user who may read the list, and only its owner may change it', async () => {
    const view = await saved(reader, { shared: true });
    expect(await seen(other, view.id)).toMatchObject({ isOwn: false, shared: true });
    expect((await change(other, view.id, { name: 'Taken' })).status).toBe(403);
    expect((await change(fixture.admin, view.id, { shared: false })).status).toBe(403);
    expect((await remove(other, view.id)).status).toBe(403);
    expect((await change(reader, view.id, { query: 'author=Poe' })).body).toMatchObject({
      query: 'author=Poe',
    });
    expect((await remove(fixture.admin, view.id)).status).toBe(204);
    expect(await seen(reader, view.id)).toBeUndefined();
  });

  it('of a list that the caller may not read can be neither saved nor read', async () => {
    const view = await saved(fixture.admin, { resource: 'transfers', query: '', shared: true });
    expect(await seen(reader, view.id)).toBeUndefined();
    expect((await remove(reader, view.id)).status).toBe(404);
    for (const resource of ['transfers', 'nothing', 'constructor'])
      expect((await save(reader, { resource, query: '' })).status, resource).toBe(400);
  });

  it('has a visible name on one line, also after a change', async () => {
    const required = { status: 400, body: { errors: { name: [{ key: 'errors.required' }] } } };
    const { id } = await saved(reader);
    for (const name of ['', '\u200b\u3164']) {
      expect(await save(reader, { name })).toMatchObject(required);
      expect(await change(reader, id, { name })).toMatchObject(required);
    }
    const { body } = await change(reader, id, { name: ' By\nthe sea ' });
    expect(body.name).toBe('By the sea');
  });

  it('does not have the same name twice for one owner and list', async () => {
    const { name } = await saved(reader);
    const again = await save(reader, { name });
    expect({ status: again.status, errors: Object.keys(again.body.errors) }).toEqual({
      status: 409,
      errors: ['name'],
    });
    await saved(other, { name });
    await saved(reader, { name, resource: 'genres', query: '' });
    const { id } = await saved(reader);
    expect((await change(reader, id, { name })).status).toBe(409);
  });

  it('is the only default of its list, even if several are saved at once', async () => {
    const first = await saved(reader, { isDefault: true });
    const shared = await saved(fixture.admin, { isDefault: true, shared: true });
    const newer = await saved(fixture.admin, { isDefault: true, shared: true });
    await Promise.all(Array.from({ length: 5 }, () => save(reader, { isDefault: true })));
    const defaults = async () => {
      const { body } = await fixture.call(reader, 'GET', '/api/views');
      return body.filter(({ isDefault }: SavedView) => isDefault);
    };
    expect(await defaults()).toEqual([expect.objectContaining({ isOwn: true, resource: 'books' })]);
    await change(reader, first.id, { isDefault: true });
    expect(await defaults()).toEqual([expect.objectContaining({ id: first.id })]);
    await change(reader, first.id, { isDefault: false });
    expect(await defaults()).toEqual([expect.objectContaining({ id: newer.id })]);
    await Promise.all([remove(fixture.admin, shared.id), remove(fixture.admin, newer.id)]);
    expect(await defaults()).toEqual([]);
  });
});

describe('a shared view of another user', () => {
  const genres = { resource: 'genres', query: '' };
  const openings = async (browser: HttpClient) =>
    (await fixture.call(browser, 'GET', '/api/views?resource=genres')).body
      .filter(({ isDefault }: SavedView) => isDefault)
      .map(({ id }: SavedView) => id);

  it('can be the default of only the user who chooses it', async () => {
    const own = await saved(reader, { ...genres, isDefault: true });
    const theirs = await saved(other, { ...genres, shared: true });
    expect((await change(reader, theirs.id, { isDefault: true })).body).toMatchObject({
      isDefault: true,
      isOwn: false,
    });
    expect(await openings(reader)).toEqual([theirs.id]);
    expect(await openings(other)).toEqual([]);
    await change(reader, own.id, { isDefault: true });
    expect(await openings(reader)).toEqual([own.id]);
    expect((await change(reader, theirs.id, { isDefault: true, shared: false })).status).toBe(403);
    expect((await change(reader, theirs.id, {})).status).toBe(403);
    await Promise.all([remove(reader, own.id), remove(other, theirs.id)]);
  });

  it('that its owner opens the list with can be dismissed, until it is chosen again', async () => {
    const theirs = await saved(fixture.admin, { ...genres, shared: true, isDefault: true });
    expect(await openings(reader)).toEqual([theirs.id]);
    expect((await change(reader, theirs.id, { isDefault: false })).body).toMatchObject({ isDefault: false });
    expect([await openings(reader), await openings(other)]).toEqual([[], [theirs.id]]);
    await change(reader, theirs.id, { isDefault: true });
    expect(await openings(reader)).toEqual([theirs.id]);
    await remove(fixture.admin, theirs.id);
  });

  it('that is deleted opens no list any more', async () => {
    const [first, second] = [
      await saved(fixture.admin, { ...genres, shared: true, isDefault: true }),
      await saved(fixture.admin, { ...genres, shared: true }),
    ];
    await change(reader, second.id, { isDefault: true });
    await change(fixture.admin, second.id, { shared: false });
    expect(await openings(reader)).toEqual([first.id]);
    expect((await change(reader, second.id, { isDefault: true })).status).toBe(404);
    await change(fixture.admin, second.id, { shared: true });
    expect(await openings(reader)).toEqual([second.id]);
    await remove(fixture.admin, second.id);
    expect(await openings(reader)).toEqual([first.id]);
    await remove(fixture.admin, first.id);
  });
});

describe('a list without parameters', () => {
  const location = async (browser: HttpClient, path: string) =>
    (await browser.fetch(path)).headers.get('location');

  it('is redirected to the default view, so that it does not load all records before', async () => {
    expect(await location(fixture.admin, '/manager/genres')).toBeNull();
    const view = await saved(fixture.admin, {
      resource: 'genres',
      query: 'q=poe&_sort=name',
      isDefault: true,
    });
    expect(await location(fixture.admin, '/manager/genres')).toBe(
      `/manager/genres?_view=${view.id}&searchTerm=poe&_sort=name`,
    );
    expect(await location(fixture.admin, '/manager/genres?_view=all')).toBeNull();
    expect(await location(fixture.admin, '/manager/nothing')).toBeNull();
    expect(await location(reader, '/manager/genres')).toBeNull();
    await remove(fixture.admin, view.id);
    expect(await location(fixture.admin, '/manager/genres')).toBeNull();
  });
});

describe('the query of a view', () => {
  it.each([
    ['an unknown field', 'isbn=1', 'isbn'],
    ['an operator that the field does not have', 'genre_gte=1', 'genre_gte'],
    ['a value that is none', 'genre=poetry', 'genre'],
    ['a page', '_start=20', '_start'],
    ['single records', 'id=0192f0c0-0000-7000-8000-000000000001', 'id'],
    ['an unknown order', '_sort=isbn', '_sort'],
    ['a prototype key', '__proto__=1', '__proto__'],
    ['a NUL', 'title_like=%00', 'title_like'],
  ])('is rejected with the name of its parameter: %s', async (_, query, name) => {
    const { status, body } = await save(reader, { query });
    expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: [name] });
  });

  it('is rejected if it searches a list without a search', async () => {
    const { body } = await save(fixture.admin, { resource: 'counters', query: 'q=x' });
    expect(Object.keys(body.errors)).toEqual(['q']);
  });

  it('may not name a field that the caller may not read', async () => {
    const hidden = { resource: 'librarians', query: 'salary_gte=10' };
    expect((await save(reader, hidden)).status).toBe(400);
    expect((await save(reader, { ...hidden, query: '', columns: ['salary'] })).status).toBe(400);
  });

  it('is shared only with users who may read its fields, and shows the columns that they may read', async () => {
    const librarians = { resource: 'librarians', shared: true };
    const query = 'grade=head&_sort=name&_order=desc';
    const view = await saved(fixture.admin, { ...librarians, query, columns: ['name', 'salary'] });
    expect(await seen(reader, view.id)).toMatchObject({ query, columns: ['name'], isIncomplete: true });
    for (const hidden of ['salary_gte=10&grade=head', 'grade=head&_sort=name,salary']) {
      await change(fixture.admin, view.id, { query: hidden });
      expect(await seen(reader, view.id)).toBeUndefined();
      expect(await seen(fixture.admin, view.id)).toMatchObject({ isIncomplete: false });
      expect((await change(reader, view.id, { isDefault: true })).status).toBe(404);
      expect((await remove(reader, view.id)).status).toBe(404);
    }
  });

  it('is shown without a filter that the config no longer has, and reports it', async () => {
    const { id } = await saved(reader);
    await fixture.rows('update saved_views set query = $1, columns = $2 where id = $3', [
      ...['isbn=1&title=Emma&_sort=isbn', '["isbn"]', id],
    ]);
    expect(await seen(reader, id)).toMatchObject({ query: 'title=Emma', columns: null, isIncomplete: true });
    await fixture.rows("update saved_views set resource = 'gone' where id = $1", [id]);
    expect(await seen(reader, id)).toBeUndefined();
    expect((await remove(reader, id)).status).toBe(404);
  });
});

it('the views of a user are deleted with the user', async () => {
  const user = await fixture.user();
  const { id } = await saved(await fixture.signedIn(user.email), { shared: true });
  expect(await seen(reader, id)).toBeDefined();
  expect((await fixture.call(fixture.admin, 'DELETE', `/api/users/${user.id}`)).status).toBe(204);
  expect(await seen(reader, id)).toBeUndefined();
});

it('a user may save at most a hundred views of one list', async () => {
  const user = await fixture.user();
  const browser = await fixture.signedIn(user.email);
  await fixture.rows(
    `insert into saved_views (id, owner_id, resource, name, query, shared, is_default, created_at, updated_at)
     select gen_random_uuid(), $1, 'books', 'n' || i, '', false, false, now(), now() from generate_series(1, 100) i`,
    [user.id],
  );
  const { status, body } = await save(browser);
  expect({ status, key: body.errors.name[0].key }).toEqual({ status: 409, key: 'errors.tooManyViews' });
  await saved(browser, { resource: 'genres', query: '' });
});
