import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AllResources,
  defineResources,
  email,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BareDatabase, bareDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import { migrateInDevelopment } from './migrate-in-development.ts';

const rights = { admin: ['read'] } as const;
const withFields = (fields: object): AllResources =>
  defineResources({
    clinics: { fields: { name: text() }, rights },
    users: {
      managedBy: 'auth',
      fields: { email: email({ required: true, unique: true, search: true }), ...fields },
      rights,
    },
  });
const level = select(['junior', 'senior'], { required: true, default: 'junior' });
const clinic = reference('clinics', { onDelete: 'setNull' });
const phone = { max: 20, search: true, unique: true } as const;

let bare: BareDatabase;
let folder: string;
let migrations: string;
beforeAll(async () => {
  bare = await bareDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bindery-users-'));
  migrations = join(folder, 'migrations');
  symlinkSync(
    fileURLToPath(new URL('../../../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  );
  cpSync(fileURLToPath(new URL('../../../../../migrations', import.meta.url)), migrations, {
    recursive: true,
    filter: (path) => path.endsWith('migrations') || path.endsWith('_fold.ts'),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bare.drop();
});

const open = (resources: AllResources) => bare.open({ migrations, entities: createEntities(resources) });

const migrateTo = async (fields: object) => {
  const resources = withFields(fields);
  const migrated = await migrateInDevelopment({
    entities: createEntities(resources),
    migrations,
    open: () => open(resources),
    print: () => {},
    confirm: async () => true,
  });
  const database = migrated?.database ?? (await open(resources));
  const run = async (sql: string) =>
    (await database.kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows;
  return { run, close: () => database.close() };
};

it('migrations add, rename and drop fields of users like the fields of other entries', async () => {
  const first = await migrateTo({});
  await first.run(`insert into users (id, name, email, email_verified, created_at, updated_at)
    values (gen_random_uuid(), 'Ada', 'ada@example.com', true, now(), now())`);
  await first.close();

  const grown = await migrateTo({ level, clinic, phone: text(phone), others: references('clinics') });
  expect(await grown.run('select level, clinic_id, phone from users')).toEqual([
    { level: 'junior', clinic_id: null, phone: null },
  ]);
  await expect(grown.run(`update users set level = 'none'`)).rejects.toThrow('users_level_values');
  await grown.run(`update users set phone = '1'`);
  await grown.run(`insert into history (id, at, resource, record_id, action, changes)
    select gen_random_uuid(), now(), 'users', id, 'update', '{"phone": {"before": null, "after": "1"}}' from users`);
  await grown.close();

  const renamed = await migrateTo({ level, mobile: text({ ...phone, was: 'phone' }) });
  expect(await renamed.run('select mobile from users')).toEqual([{ mobile: '1' }]);
  expect(await renamed.run('select changes from history')).toEqual([
    { changes: { mobile: { before: null, after: '1' } } },
  ]);
  await renamed.close();

  const shrunk = await migrateTo({});
  const [row] = await shrunk.run('select * from users');
  expect(row).toHaveProperty('email');
  expect(row).not.toHaveProperty('mobile');
  expect(row).not.toHaveProperty('level');
  await shrunk.close();
});
