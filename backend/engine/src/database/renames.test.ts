import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';
import { expect, onTestFinished, test } from 'vitest';
import { createSnapshotMigrator } from './migrations/planning-migrator.ts';
import { declareFormerNames } from './renames.ts';

const id = p.uuid().primary();
const former = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: { id, wording: p.text(), mark: p.integer() },
}) as EntitySchema;
const later = defineEntity({
  name: 'Remark',
  tableName: 'remarks',
  properties: { id, text: p.text(), mark: p.integer() },
}) as EntitySchema;
declareFormerNames(later, { table: 'notes', columns: { text: 'wording' } });

test('the next migration renames a table of the engine and its columns, and loses nothing', async () => {
  const migrations = mkdtempSync(join(tmpdir(), 'renames-'));
  onTestFinished(() => rmSync(migrations, { recursive: true }));
  const first = await createSnapshotMigrator([former], migrations);
  await first.write(await first.plan());
  const second = await createSnapshotMigrator([later], migrations);
  const plan = await second.plan();
  expect(plan).toMatchObject({ losses: [], requirements: [], tables: ['remarks'] });
  expect(plan.summary).toEqual(['renames notes to remarks', 'remarks: renames wording to text']);
  expect(plan.statements).toEqual([
    'alter table "notes" rename to "remarks";',
    'alter table "remarks" rename column "wording" to "text";',
    'alter table "remarks" rename constraint "notes_pkey" to "remarks_pkey";',
  ]);
  await second.write(plan);
  expect((await (await createSnapshotMigrator([later], migrations)).plan()).statements).toEqual([]);
});
