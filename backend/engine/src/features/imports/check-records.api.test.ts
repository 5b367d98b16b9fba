import {
  boolean,
  defineResources,
  integer,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { update } from '#backend/records/resources/operations/write-record.ts';
import { ACTOR, createResourceFixture, type ResourceFixture } from '#backend/testing/resource-fixture.ts';
import { checkRecords } from './check-records.ts';
import { createImportPlan } from './plan.ts';

const resources = defineResources({
  pieces: {
    fields: {
      name: text({ unique: true }),
      kind: select(['song', 'play']),
      verses: integer({ when: { kind: ['song'] } }),
      acts: integer({ required: true, when: { kind: ['play'] } }),
      state: select(['draft', 'Élan', 'printed', 'sent'], { titles: { printed: 'Out', sent: 'OUT!' } }),
      size: select(['A4', 'a4'], { titles: { A4: 'Sheet', a4: 'Sheet' } }),
      isRare: boolean(),
    },
    rights: { admin: ['read', 'create', 'update'], user: ['read', 'create', 'update'] },
    where: { user: () => ({ kind: 'song' }) },
  },
  scenes: {
    fields: { name: text({ unique: true }), piece: reference('pieces') },
    rights: { admin: ['read', 'create', 'update'], user: ['read', 'create', 'update'] },
    where: { user: { create: () => ({ piece: { isRare: true } }) } },
  },
  plays: {
    fields: {
      name: text({ unique: true, required: true }),
      writer: text({ required: true }),
      isLong: boolean(),
      acts: integer({ required: true, when: { isLong: [true] } }),
    },
    rights: { admin: ['read', 'update'] },
  },
  letters: {
    fields: { name: text({ unique: true }), state: select(['open', 'sent', 'secret']) },
    rights: { admin: ['read', 'create', 'update'], user: ['read', 'create', 'update'] },
    where: {
      user: { read: () => ({ state: ['open', 'sent'] }), update: () => ({ state: 'open' }) },
    },
  },
});

let fixture: ResourceFixture;
beforeAll(async () => {
  fixture = await createResourceFixture(resources, { name: 'pieces' });
});
afterAll(() => fixture?.close());

describe('the dry run of an import', () => {
  it('checks the `when` of an update together with the current record', async () => {
    await fixture.add({ name: 'Ballad', kind: 'song', verses: 3 });
    const { service } = fixture;
    const mapping = ['name', 'kind', 'verses', 'acts'];
    const [rule] = service.resource.unique;
    const check = async (columns: readonly string[], cells: readonly (string | null)[]) => {
      const plan = createImportPlan(service, { actor: ACTOR, mapping: columns, matchBy: rule!.name });
      const records = [{ number: 1, cells }];
      const [record] = await checkRecords(service.database.kysely, { plan, records });
      const errors = Object.entries(record!.errors).map(([name, [error]]) => [name, error?.key]);
      return { isUpdate: record!.target !== undefined, errors: Object.fromEntries(errors) };
    };
    const updated = (errors: object) => ({ isUpdate: true, errors });
    expect(await check(['name', 'verses'], ['ballad', '4'])).toEqual(updated({}));
    expect(await check(['name', 'acts'], ['ballad', '2'])).toEqual(updated({ acts: 'errors.notApplicable' }));
    expect(await check(['name', 'kind'], ['ballad', 'play'])).toEqual(updated({ acts: 'errors.required' }));
    expect(await check(mapping, ['ballad', 'play', null, '2'])).toEqual(updated({}));
    expect(await check(mapping, ['Other', 'play', '1', '2'])).toEqual({
      isUpdate: false,
      errors: { verses: 'errors.notApplicable' },
    });
  });

  it('reveals no clashes with records of others, for records that the user may not write', async () => {
    await fixture.add({ name: 'Hidden', kind: 'play', acts: 1 });
    const { service } = fixture;
    const actor = { ...ACTOR, role: 'user' };
    const plan = createImportPlan(service, { actor, mapping: ['name', 'kind', 'acts'], matchBy: null });
    const records = ['Hidden', 'Free'].map((name, number) => ({ number, cells: [name, 'play', '2'] }));
    const checked = await checkRecords(service.database.kysely, { plan, records });
    for (const { errors } of checked)
      expect(errors).toEqual({ kind: [expect.objectContaining({ key: 'errors.notYourRow' })] });
  });

  it('finds no hidden record that a reference leads to, whatever the row filter asks about it', async () => {
    const scenes = fixture.beside('scenes');
    await scenes.add({ name: 'Taken' });
    const ids = ['0190a1b2-0000-7000-8000-000000000001'];
    for (const isRare of [true, false])
      ids.push(String((await fixture.add({ name: `Rare ${isRare}`, kind: 'play', acts: 1, isRare })).id));
    const actor = { ...ACTOR, role: 'user' };
    const plan = createImportPlan(scenes.service, { actor, mapping: ['name', 'piece.id'], matchBy: null });
    const records = ids.map((id, number) => ({ number, cells: ['Taken', id] }));
    const checked = await checkRecords(scenes.service.database.kysely, { plan, records });
    for (const { errors } of checked)
      expect(errors).toEqual({ piece: [expect.objectContaining({ key: 'errors.referenceNotFound' })] });
  });

  it('rejects a record that the user may read but not change like its update, and finds no hidden one', async () => {
    const letters = fixture.beside('letters');
    const { service } = letters;
    const actor = { ...ACTOR, role: 'user' };
    const ids: string[] = [];
    for (const state of ['open', 'sent', 'secret'])
      ids.push(String((await letters.add({ name: `is ${state}`, state })).id));
    const [, sent] = ids;
    await expect(update(service, { id: sent!, values: { name: 'Other' }, actor })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const errorsOf = async (given: {
      mapping: readonly string[];
      matchBy: string;
      cells: readonly (readonly string[])[];
    }) => {
      const plan = createImportPlan(service, { actor, ...given });
      const records = given.cells.map((cells, number) => ({ number, cells }));
      const checked = await checkRecords(service.database.kysely, { plan, records });
      return checked.map(({ errors }) =>
        Object.entries(errors).map(([name, [error]]) => `${name} ${error?.key}`),
      );
    };
    const forbidden = ['record errors.codes.FORBIDDEN'];
    const byId = { mapping: ['id', 'name'], matchBy: 'id' };
    // The name of another letter reveals nothing either.
    expect(await errorsOf({ ...byId, cells: ids.map((id) => [id, 'is secret']) })).toEqual([
      ['name errors.unique'],
      forbidden,
      ['id errors.recordNotFound'],
    ]);
    const byRule = { mapping: ['name', 'state'], matchBy: 'name' };
    const cells = ['is open', 'is sent', 'is secret'].map((name) => [name, 'open']);
    expect(await errorsOf({ ...byRule, cells })).toEqual([[], forbidden, ['name errors.unique']]);
  });

  it('requires no fields that the file does not have of a record that is not found, and may not be created', async () => {
    const { service } = fixture.beside('plays');
    const errorsOf = async (mapping: readonly string[], cells: readonly string[]) => {
      const plan = createImportPlan(service, { actor: ACTOR, mapping, matchBy: mapping[0]! });
      const [record] = await checkRecords(service.database.kysely, { plan, records: [{ number: 1, cells }] });
      return Object.entries(record!.errors).map(([name, [error]]) => `${name} ${error?.key}`);
    };
    const unknown = '01900000-0000-7000-8000-00000000ffff';
    expect(await errorsOf(['id', 'acts'], [unknown, '2'])).toEqual(['id errors.recordNotFound']);
    expect(await errorsOf(['id', 'acts'], ['7', '2'])).toEqual(['id errors.recordNotFound']);
    expect(await errorsOf(['name', 'isLong'], ['None', 'true'])).toEqual(['id errors.mayNotCreate']);
    expect(await errorsOf(['name', 'acts'], ['None', 'two'])).toEqual([
      'id errors.mayNotCreate',
      'acts errors.invalid',
    ]);
  });

  it('accepts the words of values in any language, exactly or ignoring case and accents, and flags ambiguous ones', async () => {
    const { service } = fixture;
    const check = async (column: string, cell: string) => {
      const plan = createImportPlan(service, { actor: ACTOR, mapping: [column], matchBy: null });
      const [record] = await checkRecords(service.database.kysely, {
        plan,
        records: [{ number: 1, cells: [cell] }],
      });
      return record!.errors[column]?.map(({ key }) => key) ?? record!.values[column];
    };
    const all = async (column: string, cells: readonly string[]) =>
      Promise.all(cells.map((cell) => check(column, cell)));
    expect(await all('state', ['draft', ' DRAFT ', 'Draft', 'elan', 'ÉLAN', 'out', 'Out!'])).toEqual([
      ...['draft', 'draft', 'draft', 'Élan', 'Élan', 'printed', 'sent'],
    ]);
    expect(await all('size', ['A4', 'a4', 'sheet'])).toEqual(['A4', 'a4', ['errors.ambiguousWord']]);
    expect(await all('size', ['Ａ４'])).toEqual([['errors.ambiguousWord']]);
    expect(await all('isRare', ['true', '1', 'oui', 'NDIYO', 'نعم', 'rare', 'is rare'])).toEqual([
      ...[true, true, true, true, true, ['errors.invalid'], true],
    ]);
    expect(await all('isRare', ['0', 'No', 'non', 'لا', 'Hapana', 'is rare: no'])).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    expect(await all('state', ['constructor', '__proto__', 'x'.repeat(255)])).toEqual(
      Array.from({ length: 3 }, () => ['errors.invalidOption']),
    );
  });
});
