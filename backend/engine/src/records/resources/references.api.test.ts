import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements } from '#backend/testing/record-statements.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { tagged } from '#backend/testing/tagged.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { update } from './operations/write-record.ts';

let ctx: TestEndpoints;
let tags: Record<'art' | 'bees' | 'cats' | 'dogs', string>;
beforeAll(async () => {
  ctx = await serveEndpoints(tagged);
  const [art, bees, cats, dogs] = await Promise.all(
    ['art', 'Bees', 'cats; all\\', '🐕 كلاب'].map((name) => add('tags', { name })),
  );
  tags = { art: art!, bees: bees!, cats: cats!, dogs: dogs! };
});
afterAll(() => ctx?.close());

type Role = 'admin' | 'user';
interface Labelled {
  readonly id: string;
  readonly label: string;
}
const call = (endpoint: string, json?: object, role: Role = 'admin') =>
  ctx.call(role, endpoint as 'GET /api/', json);
const add = async (resource: string, values: object): Promise<string> => {
  const { status, body } = await call(`POST /api/${resource}`, values);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
};
let made = 0;
const article = (values: object) => add('articles', { title: `Article ${++made}`, ...values });
const get = async (id: string, role: Role = 'admin') =>
  (await call(`GET /api/articles/${id}`, undefined, role)).body;
const history = async (id: string, resource = 'articles') =>
  (await call(`GET /api/${resource}/${id}/history`)).body;
const undoLatest = async (resource: string, id: string) =>
  call(`POST /api/${resource}/${id}/history/${(await history(id, resource))[0].id}/undo`);
const bulk = (json: object) => call('POST /api/articles/bulk', json);
const labels = (records: readonly Labelled[]) => records.map(({ label }) => label);
const idsOf = (records: readonly Labelled[]) => records.map(({ id }) => id);
const found = async (query: string) => idsOf((await call(`GET /api/articles?_end=100&${query}`)).body);

describe('references to several records', () => {
  it('are read with their labels, sorted by these unless the field is ordered, and an empty field is an empty array', async () => {
    const { art, bees, dogs } = tags;
    const id = await article({ tags: [dogs, bees, art], steps: [dogs, bees, art] });
    const record = await get(id);
    expect(labels(record.tags)).toEqual(['art', 'Bees', '🐕 كلاب']);
    expect(idsOf(record.steps)).toEqual([dogs, bees, art]);
    expect(record).toMatchObject({ topics: [], series: [], authors: [] });
    const listed = (await call(`GET /api/articles?id=${id}`)).body[0];
    expect(listed).toEqual(record);
  });

  it('are read with one statement per page, whatever the number of records and of fields', async () => {
    for (let count = 0; count < 3; count++) await article({ tags: [tags.art], steps: [tags.art, tags.bees] });
    await call('GET /api/articles?_end=2');
    const recording = recordStatements();
    await call('GET /api/articles?_end=2&_start=1');
    await call('GET /api/articles?_end=100');
    recording.stop();
    const reads = recording.taken().filter((text) => text.includes('articles_tags'));
    expect(reads).toHaveLength(2);
  });

  it('are replaced by an update, which is reflected in a new ETag and one change with labels', async () => {
    const id = await article({ tags: [tags.art], steps: [tags.art, tags.bees] });
    const before = await call(`GET /api/articles/${id}`);
    const { body, headers } = await call(`PATCH /api/articles/${id}`, {
      tags: [tags.cats, tags.art],
      steps: [tags.bees, tags.art],
    });
    expect(labels(body.tags)).toEqual(['art', 'cats; all\\']);
    expect(idsOf(body.steps)).toEqual([tags.bees, tags.art]);
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(body.updatedAt > before.body.updatedAt).toBe(true);
    const [change] = await history(id);
    expect(idsOf(change.changes.steps.before)).toEqual([tags.art, tags.bees]);
    expect(labels(change.changes.tags.before)).toEqual(['art']);
    expect(labels(change.changes.tags.after).sort()).toEqual(['art', 'cats; all\\']);
  });

  it('are not changed by the same ones, in another order only if the field is ordered', async () => {
    const id = await article({ tags: [tags.art, tags.bees], steps: [tags.art, tags.bees] });
    await call(`PATCH /api/articles/${id}`, { tags: [tags.bees, tags.art] });
    expect(await history(id)).toHaveLength(1);
    await call(`PATCH /api/articles/${id}`, { steps: [tags.bees, tags.art] });
    expect(Object.keys((await history(id))[0].changes)).toEqual(['steps']);
  });

  it('name a nonexistent one, and then nothing is written', async () => {
    const missing = '00000000-0000-7000-8000-00000000abcd';
    const id = await article({ tags: [tags.art] });
    const values = { title: 'Else', tags: [tags.bees, missing] };
    for (const [endpoint, json] of [
      [`PATCH /api/articles/${id}`, values],
      ['POST /api/articles', values],
    ] as const) {
      const { status, body } = await call(endpoint, json);
      expect({ status, error: body.errors.tags[0] }).toMatchObject({
        status: 400,
        error: { key: 'errors.valueNotFound', values: { value: missing } },
      });
    }
    expect(await get(id)).toMatchObject({
      title: expect.stringMatching(/^Article/),
      tags: [{ id: tags.art }],
    });
    expect(await found('title_like=Else')).toEqual([]);
  });

  it('are rejected together with another change of the record since it was read', async () => {
    const id = await article({ tags: [tags.art] });
    const etag = (await call(`GET /api/articles/${id}`)).headers.get('etag')!;
    await call(`PATCH /api/articles/${id}`, { tags: [tags.bees] });
    const change = { id, values: { tags: [] }, ifMatch: etag, actor: ACTOR };
    await expect(update(ctx.services.get('articles')!, change)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      details: { current: { tags: [{ id: tags.bees }] } },
    });
  });

  it('survive concurrent writers: one of the lists remains as sent', async () => {
    const id = await article({});
    const lists = [[tags.art, tags.bees], [tags.bees, tags.cats], [tags.cats], [], [tags.dogs, tags.art]];
    const responses = await Promise.all(lists.map((steps) => call(`PATCH /api/articles/${id}`, { steps })));
    expect(responses.map(({ status }) => status)).toEqual(lists.map(() => 200));
    expect(lists).toContainEqual(idsOf((await get(id)).steps));
  });

  it('show ids instead of the labels of records that the caller may not read', async () => {
    const author = await add('authors', { name: 'Secret' });
    const id = await article({ authors: [author], notes: [tags.art] });
    const record = await get(id, 'user');
    expect(record.authors).toEqual([{ id: author, label: author }]);
    expect(record).not.toHaveProperty('notes');
    expect((await call(`PATCH /api/articles/${id}`, { title: 'New' }, 'user')).status).toBe(200);
    expect((await get(id)).notes).toMatchObject([{ id: tags.art }]);
  });

  it('are empty where their `when` is not met, and required where it is', async () => {
    const id = await article({ kind: 'news', sources: [tags.art] });
    expect((await call('POST /api/articles', { title: 'x', kind: 'news', sources: [] })).body.errors).toEqual(
      {
        sources: [expect.objectContaining({ key: 'errors.required' })],
      },
    );
    const { body } = await call(`PATCH /api/articles/${id}`, { kind: 'essay' });
    expect(body.sources).toEqual([]);
    const { errors } = (await call(`PATCH /api/articles/${id}`, { sources: [tags.art] })).body;
    expect(errors.sources[0].key).toBe('errors.notApplicable');
  });
});

describe('filters by several references', () => {
  it('find records with any, with all, with none of them, and with none at all', async () => {
    const one = await article({ topics: [tags.art] });
    const both = await article({ topics: [tags.bees, tags.art] });
    const none = await article({});
    const among = async (query: string) =>
      (await found(query)).filter((id) => [one, both, none].includes(id)).sort();
    const { art, bees } = tags;
    expect(await among(`topics=${art}&topics=${bees}`)).toEqual([one, both].sort());
    expect(await among(`topics_all=${art}&topics_all=${bees}&topics_all=${art}`)).toEqual([both]);
    expect(await among(`topics_ne=${bees}`)).toEqual([one, none].sort());
    expect(await among('topics_null=true')).toEqual([none]);
    expect(await among('topics_null=false')).toEqual([one, both].sort());
    const invalid = await call('GET /api/articles?topics=x');
    expect({ status: invalid.status, names: Object.keys(invalid.body.errors) }).toEqual({
      status: 400,
      names: ['topics'],
    });
  });

  it('report the number of records that refer to one, by field', async () => {
    const tag = await add('tags', { name: 'counted' });
    await article({ tags: [tag], steps: [tag, tags.art] });
    await article({ tags: [tag, tags.art] });
    const { body } = await call(`GET /api/tags/${tag}/related`);
    const counts = body.map(({ field, total }: { field: string; total: number }) => [field, total]);
    expect(Object.fromEntries(counts)).toMatchObject({ tags: 2, steps: 1, topics: 0 });
  });
});

describe('a deletion', () => {
  it('of the record removes its values, and its history has them', async () => {
    const id = await article({ tags: [tags.bees, tags.art], steps: [tags.bees, tags.art] });
    expect((await call(`DELETE /api/articles/${id}`)).status).toBe(204);
    const [change] = await history(id);
    expect(labels(change.changes.tags.before).sort()).toEqual(['Bees', 'art']);
    expect((await undoLatest('articles', id)).status).toBe(200);
    const record = await get(id);
    expect({ tags: labels(record.tags), steps: idsOf(record.steps) }).toEqual({
      tags: ['art', 'Bees'],
      steps: [tags.bees, tags.art],
    });
  });

  it('of a record in use is rejected, with the number of users', async () => {
    const tag = await add('tags', { name: 'used' });
    await article({ topics: [tag] });
    await article({ topics: [tag], tags: [tag] });
    expect((await call(`GET /api/tags/${tag}/deletion`)).body).toEqual({
      deleted: [],
      changed: [{ resource: 'articles', total: 1 }],
      blocking: [{ resource: 'articles', total: 2 }],
    });
    const { status, body } = await call(`DELETE /api/tags/${tag}`);
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'This tag is in use by 2 articles',
    });
  });

  it('of a record removes it from the lists of others, each with a change in its history, and undo restores them', async () => {
    const tag = await add('tags', { name: 'gone' });
    const id = await article({ tags: [tag, tags.art], steps: [tags.bees, tag, tags.art] });
    const before = await get(id);
    expect((await call(`DELETE /api/tags/${tag}`)).status).toBe(204);
    const after = await get(id);
    expect({ tags: labels(after.tags), steps: idsOf(after.steps) }).toEqual({
      tags: ['art'],
      steps: [tags.bees, tags.art],
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const [change] = await history(id);
    expect(change.action).toBe('update');
    expect(labels(change.changes.steps.before)).toEqual(['Bees', 'gone', 'art']);
    expect((await undoLatest('tags', tag)).status).toBe(200);
    const restored = await get(id);
    expect(restored.steps).toEqual(before.steps);
    expect(restored.tags).toEqual(before.tags);
  });

  it('of a record does not restore a list that was changed since', async () => {
    const tag = await add('tags', { name: 'gone for good' });
    const id = await article({ steps: [tag, tags.art] });
    await call(`DELETE /api/tags/${tag}`);
    await call(`PATCH /api/articles/${id}`, { steps: [tags.bees] });
    expect((await undoLatest('tags', tag)).status).toBe(200);
    expect(idsOf((await get(id)).steps)).toEqual([tags.bees]);
  });

  it('cascades if the entry says so, to each record once', async () => {
    const [first, second] = [await article({}), await article({})];
    const id = await article({ series: [first, second], topics: [tags.art] });
    const above = await article({ series: [id, first] });
    const { body } = await bulk({ select: { ids: [first, second] }, action: 'delete' });
    expect(body.count).toBe(2);
    for (const one of [id, above]) expect((await call(`GET /api/articles/${one}`)).status).toBe(404);
    expect((await call(`POST /api/history/batches/${body.batch}/undo`)).status).toBe(200);
    expect(idsOf((await get(above)).series).sort()).toEqual([id, first].sort());
    expect(idsOf((await get(id)).series).sort()).toEqual([first, second].sort());
  });

  it('of several records together merges their removals from one list', async () => {
    const [one, two] = [await add('tags', { name: 'one' }), await add('tags', { name: 'two' })];
    const id = await article({ steps: [one, tags.art, two] });
    const { status } = await call('POST /api/tags/bulk', { select: { ids: [one, two] }, action: 'delete' });
    expect(status).toBe(200);
    const changes = await history(id);
    expect(changes).toHaveLength(2);
    expect(labels(changes[0].changes.steps.before)).toEqual(['one', 'art', 'two']);
    expect(labels(changes[0].changes.steps.after)).toEqual(['art']);
  });
});

describe('a bulk change', () => {
  it('sets the same values in all records, and can be undone', async () => {
    const [one, two] = [
      await article({ steps: [tags.art] }),
      await article({ steps: [tags.dogs, tags.bees] }),
    ];
    const values = { steps: [tags.cats, tags.bees] };
    const { body } = await bulk({ select: { ids: [one, two] }, action: 'update', values });
    for (const id of [one, two]) expect(idsOf((await get(id)).steps)).toEqual(values.steps);
    expect((await call(`POST /api/history/batches/${body.batch}/undo`)).status).toBe(200);
    expect(idsOf((await get(one)).steps)).toEqual([tags.art]);
    expect(idsOf((await get(two)).steps)).toEqual([tags.dogs, tags.bees]);
  });

  it('names the record and the field of a nonexistent value', async () => {
    const ids = [await article({}), await article({})];
    const values = { tags: ['00000000-0000-7000-8000-00000000abcd'] };
    const { status, body } = await bulk({ select: { ids }, action: 'update', values });
    expect({ status, key: body.errors.tags[0].key }).toEqual({ status: 400, key: 'errors.valueNotFound' });
    expect(ids).toContain(body.record.id);
  });

  it('of all records that a filter finds knows the values', async () => {
    const tag = await add('tags', { name: 'selected' });
    const ids = [await article({ tags: [tag] }), await article({ tags: [tag, tags.art] })];
    const select = { query: `tags=${tag}`, count: 2 };
    expect((await bulk({ select, action: 'update', values: { kind: 'essay' } })).body.count).toBe(2);
    for (const id of ids) expect((await get(id)).kind).toBe('essay');
  });
});

it('an undone update of values restores the earlier ones, unless they were changed since', async () => {
  const id = await article({ tags: [tags.art], steps: [tags.bees, tags.art] });
  await call(`PATCH /api/articles/${id}`, { tags: [], steps: [tags.cats] });
  expect((await undoLatest('articles', id)).status).toBe(200);
  const record = await get(id);
  expect({ tags: labels(record.tags), steps: idsOf(record.steps) }).toEqual({
    tags: ['art'],
    steps: [tags.bees, tags.art],
  });
  await call(`PATCH /api/articles/${id}`, { tags: [tags.bees] });
  const changed = (await history(id))[0].id;
  await call(`PATCH /api/articles/${id}`, { tags: [tags.cats] });
  const response = await call(`POST /api/articles/${id}/history/${changed}/undo`);
  expect({ status: response.status, names: Object.keys(response.body.errors) }).toEqual({
    status: 409,
    names: ['tags'],
  });
});
