import { languages } from '@bindery/contract/records/init.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import { fieldKind, type ResourceField } from '@bindery/contract/schema/index.ts';
import { anyText } from '@bindery/contract/testing/any-text.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { insertFile } from '#backend/testing/insert-file.ts';
import { sampleValue } from '#backend/testing/samples.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

const RECORDS = 30;
/** Including the records that they refer to. */
const ALL = RECORDS + 3;

let server: TestServer;
let admin: HttpClient;
let imports: ImportFixture;
beforeAll(async () => {
  server = await startServer();
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  imports = new ImportFixture(server.url, admin);
});
afterAll(() => server?.close());

const fields: ResourceField[] = Object.values(lendingLibrary.specimens.fields);

/** Texts that a spreadsheet, a CSV reader or a formula guard could spoil. */
const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '=', '+', '-', '@', '"', '""', ',', ';', '\t', '\r', '\n', '\r\n', ' ', '\u00a0'),
      fc.constantFrom('🦉', 'رواية', 'é', 'null', 'true', '1e5', '007', '__proto__', '＝', '\ufeff', '-1.50'),
      anyText(5),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

/**
 * A value of a field as the API accepts it: a text of the kind that may be nasty, or a valid sample, or null.
 */
const valueIn = (field: ResourceField): fc.Arbitrary<unknown> => {
  const schema = fieldKind(field.kind).schema(z, field);
  const nasty = fc.oneof(
    nastyText,
    fc.integer(),
    fc.boolean(),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
  );
  return fc
    .tuple(nasty, fc.nat(1_000), fc.nat(9))
    .map(([text, number, choice]) =>
      choice === 0 ? null : schema.safeParse(text).success ? text : (sampleValue(field, number) ?? null),
    );
};

/** Empties the fields that do not apply to a record, and fills those that it requires. */
const conform = (values: Record<string, unknown>) =>
  Object.fromEntries(
    fields.map((field) => {
      const isEmpty = String(values[field.name] ?? '').trim() === '';
      const value = isEmpty && field.isRequiredWhen ? sampleValue(field, 1) : (values[field.name] ?? null);
      return [field.name, fieldApplies(lendingLibrary.specimens, field, values) ? value : null];
    }),
  );

const record = fc
  .record(Object.fromEntries(fields.map((field) => [field.name, valueIn(field)])))
  .map(conform);

const listed = async () => {
  const { body } = await admin.call('/api/specimens?_sort=createdAt&_end=100');
  return body.map(({ createdAt: _, updatedAt: __, ...values }: Record<string, unknown>) => values);
};
const withoutIds = (records: Record<string, unknown>[]) =>
  records.map(({ id: _, ...values }) => JSON.stringify(values)).toSorted();

it('several references are found by their labels, whatever these contain, and a nonexistent one is named', async () => {
  const ids = await Promise.all(
    ['c; d', '\\', 'ø, ü'].map(
      async (text) => (await admin.call('/api/specimens', { json: { text } })).body.id,
    ),
  );
  const file = 'text,references\nright,"c\\; d; \\\\ ;ø, ü"\nwrong,"c\\; d; nowhere; ø, ü"\nnone,\n';
  const { id } = await imports.check('specimens', { file });
  expect(await imports.invalidRows(id)).toEqual([[2, { references: ['errors.valueNotFound'] }]]);
  expect(await imports.run(id, 'valid')).toMatchObject({ state: 'done', created: 2 });
  const { body } = await admin.call('/api/specimens?text=right&text=none&_sort=text&_order=desc');
  const found = body.map((one: { references: { id: string }[] }) =>
    one.references.map(({ id: to }) => to).sort(),
  );
  expect(found).toEqual([[...ids].sort(), []]);
  const select = { ids: [...ids, ...body.map((one: { id: string }) => one.id)] };
  await admin.call('/api/specimens/bulk', { json: { select, action: 'delete' } });
});

it('records of every kind of field are the same after an export and its import, as new ones and by their id', async () => {
  const target = (await admin.call('/api/specimens', { json: {} })).body.id;
  // Labels that a cell of several values must escape.
  const others = await Promise.all(
    ['a; b', '\\;'].map(async (text) => (await admin.call('/api/specimens', { json: { text } })).body.id),
  );
  const records = fc.sample(record, { numRuns: RECORDS, seed: 20_270_131 });
  const { specimens } = lendingLibrary;
  const uploaderId = (await admin.call('/api/auth/get-session')).body.user.id;
  const uploads = fields.filter(({ upload }) => upload);
  const names = uploads.map(({ name }) => name);
  for (const [place, values] of records.entries()) {
    const files: Record<string, string | null> = {};
    for (const field of uploads)
      files[field.name] =
        place % 4 ? null : await insertFile(server.database, { resource: specimens, field, uploaderId });
    const json = {
      ...values,
      ...files,
      reference: place % 3 ? target : null,
      references: [target, others[place % 2]].slice(0, place % 3),
    };
    expect(await admin.call('/api/specimens', { json })).toMatchObject({ status: 201 });
  }
  const before = await listed();
  const file = await (await admin.fetch('/api/specimens/export?_bom=true')).text();

  // By their id: nothing changes, because every value is the same. Of files, only the columns with their ids
  // are imported.
  const skip = ['createdAt', 'updatedAt', ...names];
  const same = await imports.check('specimens', { file, matchBy: 'id', skip });
  expect({ invalid: await imports.invalidRows(same.id), updated: same.updated }).toEqual({
    invalid: [],
    updated: ALL,
  });
  expect(await imports.run(same.id, 'all')).toMatchObject({ state: 'done', updated: ALL });
  expect(await listed()).toEqual(before);
  const { body: history } = await admin.call(`/api/specimens/${before[5].id}/history`);
  expect(history).toHaveLength(1);

  // As new records: each then exists twice.
  const copies = await imports.check('specimens', { file, skip: [...skip, 'id'] });
  expect(await imports.invalidRows(copies.id)).toEqual([]);
  expect(await imports.run(copies.id, 'all')).toMatchObject({ state: 'done', created: ALL });
  const after = await (await admin.call(`/api/specimens?_sort=createdAt&_start=${ALL}&_end=${2 * ALL}`)).body;
  expect(
    withoutIds(after.map(({ createdAt: _, updatedAt: __, ...values }: Record<string, unknown>) => values)),
  ).toEqual(withoutIds(before));
});

/** A cell that a user writes into an exported file, and the resulting value of the record's field. */
interface Edit {
  readonly name: string;
  readonly column: string;
  readonly cell: string;
  readonly value: unknown;
}

describe.each(languages)('in an exported file, a user with the language %s', (language) => {
  const { labels, translate } = pageTexts(language);
  const { specimens } = lendingLibrary;
  const editable = fields.filter((field) => !field.when);
  const references = editable.filter(({ to, upload }) => to && !upload);
  const create = async (text: string) => (await admin.call('/api/specimens', { json: { text } })).body.id;
  const exported = async (ids: readonly string[]) => {
    const headers = { cookie: admin.cookies, 'accept-language': language };
    const query = ids.map((id) => `id=${id}`).join('&');
    return (await fetch(`${server.url}/api/specimens/export?${query}`, { headers })).text();
  };
  /** Changes the cells of records in the file, imports that, and expects the values in the records. */
  const change = async (edits: Readonly<Record<string, readonly Edit[]>>) => {
    const [headings = [], ...edited] = parse(await exported(Object.keys(edits)));
    for (const row of edited)
      for (const { column, cell } of edits[row[headings.indexOf('id')]!]!)
        row[headings.indexOf(column)] = cell;
    const file = stringify([headings, ...edited]);
    const skip = ['createdAt', 'updatedAt', ...fields.flatMap(({ upload, name }) => (upload ? [name] : []))];
    const checked = await imports.check('specimens', { file, matchBy: 'id', skip });
    expect(await imports.invalidRows(checked.id)).toEqual([]);
    await imports.run(checked.id, 'all');
    for (const [id, of] of Object.entries(edits)) {
      const { body } = await admin.call(`/api/specimens/${id}`);
      expect(body).toMatchObject(Object.fromEntries(of.map(({ name, value }) => [name, value])));
    }
  };
  const editOf = async (field: ResourceField, number: number): Promise<Edit> => {
    const { name } = field;
    if (field.upload) {
      const uploaderId = (await admin.call('/api/auth/get-session')).body.user.id;
      const value = await insertFile(server.database, { resource: specimens, field, uploaderId });
      return { name, column: `${name}.id`, cell: value, value: expect.objectContaining({ id: value }) };
    }
    if (field.to) {
      const id = await create(`Élan ${language} ${name} ${number}`);
      const value = expect.objectContaining({ id });
      const cell = `elan ${language} ${name.toUpperCase()} ${number}`;
      return { name, column: name, cell, value: field.join ? [value] : value };
    }
    // The second value of the select requires another field.
    const value = sampleValue(field, field.values ? 2 : number);
    if (field.values) {
      const cell = labels.option(specimens, field, String(value)).toUpperCase();
      return { name, column: name, cell, value };
    }
    if (typeof value === 'boolean')
      return { name, column: name, cell: translate(`manager.boolean.${value ? 'yes' : 'no'}`), value };
    return { name, column: name, cell: String(value), value };
  };

  it('changes every field in the words of the pages, with two samples', async () => {
    const edits: Record<string, Edit[]> = {};
    for (const number of [2, 3])
      edits[await create('unedited')] = await Promise.all(editable.map((field) => editOf(field, number)));
    await change(edits);
  });

  // The labels of records have no language.
  if (language !== languages[0]) return;

  it('changes references again, empties them, and sets them by their id', async () => {
    expect(references.length).toBeGreaterThan(1);
    const id = await create('unedited');
    // The id remains in the column next to it.
    for (const number of [4, 5])
      await change({ [id]: await Promise.all(references.map((field) => editOf(field, number))) });
    await change({
      [id]: references.map(({ name, join }) => ({ name, column: name, cell: '', value: join ? [] : null })),
    });
    const other = await create('found by its id');
    const value = expect.objectContaining({ id: other });
    await change({
      [id]: references.map(({ name, join }) => ({
        name,
        column: `${name}.id`,
        cell: other,
        value: join ? [value] : value,
      })),
    });
  });
});
