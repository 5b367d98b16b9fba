import { expect, test } from 'vitest';
import type { JsonSchema, OpenApiDocument } from '#tools/openapi.ts';
import { compareDocuments } from './compare-documents.ts';

const title = { type: 'string', maxLength: 255 };
const note = { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] };
const kind = { type: 'string', enum: ['a', 'b'] };
const body: JsonSchema = {
  type: 'object',
  properties: {
    title,
    note,
    kind,
    code: { type: 'string', pattern: '^x' },
    ids: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
  },
  required: ['title'],
  additionalProperties: false,
};
const record: JsonSchema = { ...body, required: ['title', 'note', 'kind', 'ids'] };

const content = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const document = (sent: JsonSchema, received: JsonSchema, more: object = {}): OpenApiDocument => ({
  paths: {
    '/api/books': {
      post: {
        requestBody: { required: true, ...content(sent) },
        responses: { 201: content(received) },
        ...more,
      },
    },
  },
});
const changed = (schema: JsonSchema, name: string, property: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: property },
});
const without = (schema: JsonSchema, name: string): JsonSchema => {
  const { [name]: _, ...properties } = schema.properties!;
  return { ...schema, properties, required: schema.required!.filter((one) => one !== name) };
};
/** The changes, as `what: verdict`. */
const changes = (before: OpenApiDocument, after: OpenApiDocument): string[] =>
  compareDocuments(before, after).map(({ what, verdict }) => `${what}: ${verdict}`);
const ofBody = (schema: JsonSchema) => changes(document(body, record), document(schema, record));
const ofRecord = (schema: JsonSchema) => changes(document(body, record), document(body, schema));

test.each<[rule: string, sent: JsonSchema, expected: string[]]>([
  [
    'an optional field is safe',
    changed(body, 'isbn', { type: 'string' }),
    ['body isbn is new and optional: safe'],
  ],
  [
    'a required field is breaking',
    { ...changed(body, 'isbn', { type: 'string' }), required: ['title', 'isbn'] },
    ['body isbn is new and required: breaking'],
  ],
  [
    'a removed field is breaking, as it is rejected',
    without(body, 'note'),
    ['body note is removed: breaking'],
  ],
  [
    'a removed field is safe if it is ignored, but other fields may be treated otherwise than before',
    { ...without(body, 'note'), additionalProperties: true },
    ['body changes its additionalProperties from false to true: review', 'body note is removed: safe'],
  ],
  [
    'a field that becomes required is breaking',
    { ...body, required: ['title', 'kind'] },
    ['body kind becomes required: breaking'],
  ],
  ['a field that becomes optional is safe', { ...body, required: [] }, ['body title becomes optional: safe']],
  [
    'a replaced value is breaking and safe',
    changed(body, 'kind', { ...kind, enum: ['a', 'c'] }),
    ['body kind is no longer "b": breaking', 'body kind may be "c": safe'],
  ],
  ['values in another order are the same', changed(body, 'kind', { ...kind, enum: ['b', 'a'] }), []],
  [
    'a field that is never null is breaking',
    changed(body, 'note', note.anyOf[0]!),
    ['body note is no longer null: breaking'],
  ],
  [
    'a field that may be null is safe',
    changed(body, 'title', { anyOf: [title, { type: 'null' }] }),
    ['body title may be null: safe'],
  ],
  [
    'another notation of null is no change',
    changed(body, 'note', { type: ['string', 'null'], maxLength: 5 }),
    [],
  ],
  [
    'a shorter text is breaking',
    changed(body, 'title', { ...title, maxLength: 60 }),
    ['body title changes its maxLength from 255 to 60: breaking'],
  ],
  [
    'a longer text is safe',
    changed(body, 'title', { ...title, maxLength: 300 }),
    ['body title changes its maxLength from 255 to 300: safe'],
  ],
  [
    'a text without a limit is safe',
    changed(body, 'title', { type: 'string' }),
    ['body title changes its maxLength from 255 to none: safe'],
  ],
  [
    'a pattern is breaking',
    changed(body, 'title', { ...title, pattern: '^x' }),
    ['body title changes its pattern from none to "^x": breaking'],
  ],
  [
    'another pattern is breaking',
    changed(body, 'code', { type: 'string', pattern: '^y' }),
    ['body code changes its pattern from "^x" to "^y": breaking'],
  ],
  [
    'another type is breaking',
    changed(body, 'title', { type: 'integer' }),
    ['body title is no longer string: breaking', 'body title may be integer: safe'],
  ],
  [
    'another value in a list is judged like one outside',
    changed(body, 'ids', { type: 'array', items: { type: 'string', enum: ['x'] } }),
    ['body ids[] is no longer "y": breaking'],
  ],
  [
    'a default needs a review',
    changed(body, 'title', { ...title, default: 'x' }),
    ['body title changes its default from none to "x": review'],
  ],
  ['a description is no change', changed(body, 'title', { ...title, description: 'What it is called.' }), []],
  [
    'an unknown keyword needs a review',
    changed(body, 'title', { ...title, not: { const: 'x' } }),
    ['body title changes its not from none to {"const":"x"}: review'],
  ],
  [
    'a field with the name of an inherited object member is like any other',
    changed(body, 'constructor', { type: 'string' }),
    ['body constructor is new and optional: safe'],
  ],
])('in a request, %s', (_, sent, expected) => {
  expect(ofBody(sent)).toEqual(expected);
});

test.each<[rule: string, received: JsonSchema, expected: string[]]>([
  [
    'a new field is safe',
    { ...changed(record, 'isbn', { type: 'string' }), required: [...record.required!, 'isbn'] },
    ['response isbn is new and required: safe'],
  ],
  ['a field that goes is breaking', without(record, 'note'), ['response note is removed: breaking']],
  [
    'a field that may be missing is breaking',
    { ...record, required: ['title', 'note', 'ids'] },
    ['response kind becomes optional: breaking'],
  ],
  [
    'a removed value is safe',
    changed(record, 'kind', { ...kind, enum: ['a'] }),
    ['response kind is no longer "b": safe'],
  ],
  [
    'a new value is breaking',
    changed(record, 'kind', { ...kind, enum: ['a', 'b', 'c'] }),
    ['response kind may be "c": breaking'],
  ],
  [
    'any text instead of a few values is breaking',
    changed(record, 'kind', { type: 'string' }),
    ['response kind changes its enum from ["a","b"] to none: breaking'],
  ],
  [
    'a field that may be null is breaking',
    changed(record, 'title', { anyOf: [title, { type: 'null' }] }),
    ['response title may be null: breaking'],
  ],
  [
    'a field that is never null is safe',
    changed(record, 'note', note.anyOf[0]!),
    ['response note is no longer null: safe'],
  ],
  [
    'a pattern is safe, and another one needs a review',
    changed(changed(record, 'title', { ...title, pattern: '^x' }), 'code', { type: 'string', pattern: '^y' }),
    [
      'response code changes its pattern from "^x" to "^y": review',
      'response title changes its pattern from none to "^x": safe',
    ],
  ],
  [
    'a longer text needs a review',
    changed(record, 'title', { ...title, maxLength: 300 }),
    ['response title changes its maxLength from 255 to 300: review'],
  ],
])('in a response, %s', (_, received, expected) => {
  expect(ofRecord(received)).toEqual(expected);
});

test('endpoints appear and disappear, and need a session or none', () => {
  const all = document(body, record);
  expect(changes({ paths: {} }, all)).toEqual(['endpoint is new: safe']);
  expect(changes(all, {})).toEqual(['endpoint is removed: breaking']);
  const open = document(body, record, { security: [] });
  expect(changes(all, open)).toEqual(['session becomes optional: safe']);
  expect(changes(open, all)).toEqual(['session becomes required: breaking']);
});

test('another status, media type or form of a body is breaking', () => {
  const all = document(body, record);
  const answering = (responses: object) => document(body, record, { responses });
  expect(changes(all, answering({ 200: content(record) }))).toEqual([
    'response changes its status from "201" to "200": breaking',
  ]);
  expect(changes(all, answering({ 204: {} }))).toEqual([
    'response may be empty: breaking',
    'response is no longer object: safe',
  ]);
  expect(changes(all, answering({ 201: content(record), 202: content(record) }))).toEqual([
    'response has other forms: breaking',
  ]);
  const uploading = (type: string) =>
    document(body, record, { requestBody: { content: { [type]: { schema: { type: 'string' } } } } });
  expect(changes(uploading('text/csv'), uploading('image/png'))).toEqual([
    'body changes its contentMediaType from "text/csv" to "image/png": breaking',
  ]);
  expect(changes(document(body, record, { requestBody: undefined }), all)).toEqual([
    'body is no longer empty: breaking',
    'body may be object: safe',
  ]);
});

test('a removed parameter is rejected from then on, and a new one is optional', () => {
  const requested = (...names: string[]) =>
    document(body, record, { parameters: names.map((name) => ({ name, in: 'query', schema: {} })) });
  expect(changes(requested('pages'), requested('size'))).toEqual([
    'filter pages is removed: breaking',
    'filter size is new and optional: safe',
  ]);
});

test('the same change of several endpoints, or operators of a filter, is reported once, the most serious first', () => {
  const list = (...names: string[]): OpenApiDocument => ({
    paths: Object.fromEntries(
      ['/api/books', '/api/books/export'].map((path) => [
        path,
        { get: { parameters: names.map((name) => ({ name, in: 'query' })), responses: {} } },
      ]),
    ),
  });
  const shared = {
    area: 'endpoints',
    subject: 'books',
    details: ['GET /api/books', 'GET /api/books/export'],
  };
  expect(compareDocuments(list('pages', 'pages_gte'), list('kind'))).toEqual([
    { ...shared, what: 'filter pages is removed', verdict: 'breaking' },
    { ...shared, what: 'filter kind is new and optional', verdict: 'safe' },
  ]);
});

test('forms of the same type are compared in their order, and other numbers of them are incompatible', () => {
  const [ids, filter] = [{ ids: title }, { filter: title }].map((properties) => ({
    type: 'object',
    properties,
  }));
  const either = (...anyOf: (JsonSchema | undefined)[]): JsonSchema => ({
    anyOf: anyOf.map((form) => form!),
  });
  const sent = (schema: JsonSchema) => document(schema, record);
  const all = { type: 'object', properties: { filter: { ...title, maxLength: 9 } } };
  expect(changes(sent(either(ids, filter)), sent(either(filter, ids)))).toEqual([]);
  expect(changes(sent(either(ids, filter)), sent(either(ids, all)))).toEqual([
    'body filter changes its maxLength from 255 to 9: breaking',
  ]);
  expect(changes(sent(either(ids)), sent(either(ids, filter)))).toEqual(['body has other forms: breaking']);
});
