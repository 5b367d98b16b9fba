import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldApplies } from '#contract/resources/conditions.ts';
import { fieldKind, type ResourceField } from '#contract/schema/index.ts';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import type { HttpClient } from '../testing/browser.ts';
import { ImportFixture } from '../testing/import-file.ts';
import { sampleValue } from '../testing/samples.ts';
import { ADMIN, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let admin: HttpClient;
let imports: ImportFixture;
beforeAll(async () => {
  server = await startServer();
  admin = server.browser();
  await admin.signIn(ADMIN);
  imports = new ImportFixture(server.url, admin);
});
afterAll(() => server?.close());

const fields: ResourceField[] = Object.values<ResourceField>(lendingLibrary.specimens.fields);

/** Texts that a spreadsheet, a CSV reader or a formula guard could spoil. */
const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '=', '+', '-', '@', '"', '""', ',', ';', '\t', '\r', '\n', '\r\n', ' ', '\u00a0'),
      fc.constantFrom('🦉', 'رواية', 'é', 'null', 'true', '1e5', '007', '__proto__', '＝', '\ufeff', '-1.50'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

/** A value of a field as the API takes it: a text of the kind's own that may be nasty, or a valid sample, or null. */
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
      const value = values[field.name] ?? (field.isRequiredWhen ? sampleValue(field, 1) : null);
      return [field.name, fieldApplies(field, (name) => values[name]) ? value : null];
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

it('records of every kind of field are the same after an export and its import, as new ones and by their id', async () => {
  const target = (await admin.call('/api/specimens', { json: {} })).body.id;
  const records = fc.sample(record, { numRuns: 60, seed: 20_270_131 });
  for (const [place, values] of records.entries()) {
    const json = { ...values, reference: place % 3 ? target : null };
    expect(await admin.call('/api/specimens', { json })).toMatchObject({ status: 201 });
  }
  const before = await listed();
  const file = await (await admin.fetch('/api/specimens/export?_bom=true')).text();

  // By their id: nothing changes, because every value is the same.
  const skip = ['createdAt', 'updatedAt'];
  const same = await imports.check('specimens', { file, matchBy: 'id', skip });
  expect({ wrong: await imports.wrong(same.id), updated: same.updated }).toEqual({ wrong: [], updated: 61 });
  expect(await imports.run(same.id, 'all')).toMatchObject({ state: 'done', updated: 61 });
  expect(await listed()).toEqual(before);
  const { body: history } = await admin.call(`/api/specimens/${before[5].id}/history`);
  expect(history).toHaveLength(1);

  // As new records: each is there twice then.
  const copies = await imports.check('specimens', { file, skip: [...skip, 'id'] });
  expect(await imports.wrong(copies.id)).toEqual([]);
  expect(await imports.run(copies.id, 'all')).toMatchObject({ state: 'done', created: 61 });
  const after = await (await admin.call('/api/specimens?_sort=createdAt&_start=61&_end=122')).body;
  expect(
    withoutIds(after.map(({ createdAt: _, updatedAt: __, ...values }: Record<string, unknown>) => values)),
  ).toEqual(withoutIds(before));
});
