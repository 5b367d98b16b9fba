import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEntities } from '../entities.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const resources = defineResources({ shelves: { fields: { name: text() }, rights: { admin: ['read'] } } });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-snapshot-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plan = async () => (await createSnapshotMigrator(createEntities(resources), folder)).plan();
const add = (file: string, content: string) => writeFileSync(join(folder, file), content);

it('the first migration of a product needs no snapshot', async () => {
  add('Migration20260101000000_fold.ts', '');
  expect((await plan()).tables).toContain('shelves');
});

it('a snapshot with a conflict is named, with the way out', async () => {
  add('snapshot.json', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs\n');
  await expect(plan()).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message: expect.stringMatching(
      /snapshot\.json is no JSON: .*After a merge, take the version of one side/s,
    ),
  });
});

it('without its snapshot, no migration repeats the earlier ones', async () => {
  add('Migration20261121123346815.ts', '');
  await expect(plan()).rejects.toThrow(/snapshot\.json is missing: .* Restore it with git\./);
});
