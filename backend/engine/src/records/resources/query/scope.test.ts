import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { actorWith } from '#backend/testing/actors.ts';
import { changeScopeOf, scopeOf } from './scope.ts';

const rights = { admin: ['read'] } as const;
const { books, genres } = defineResources({
  books: { archive: true, fields: { title: text() }, rights },
  genres: { fields: { name: text() }, rights },
});
const actor = actorWith();

describe('the scope of rows', () => {
  it('has no filter for a resource without an archive', () => {
    expect([scopeOf(genres, { actor }), changeScopeOf(genres, { actor })]).toEqual([undefined, undefined]);
  });

  it('is the live records of an archive, unless the access covers archived ones or all', () => {
    const key = (access: object) => scopeOf(books, { actor, ...access })?.key;
    expect(key({})).toBe('"record"."archived_at" is null');
    expect(key({ rows: 'archived', alias: 'target' })).toBe('"target"."archived_at" is not null');
    expect(key({ rows: 'all' })).toBeUndefined();
    expect([key({ actor: APPLICATION }), key({ actor: APPLICATION, rows: 'live' })]).toEqual([
      undefined,
      key({}),
    ]);
  });
});

const BACKEND = fileURLToPath(new URL('../../../', import.meta.url));
/** A statement on the table of some resource, which is unknown when the code is written. */
const OWN_TABLE = /(?:selectFrom|updateTable|deleteFrom|insertInto)\((?!['"])|sql\.table\(/g;

/**
 * The files that may name the table of a resource without its scope, each with the number of places, and why.
 */
const WITHOUT_SCOPE: Readonly<Record<string, number>> = {
  // The scope itself.
  'records/resources/query/scope.ts': 3,
  'records/resources/stages/require-rows.ts': 1,
  // The projection adds the scope to `select`; `selectFrom` is for rows that a write has locked and checked.
  'records/resources/query/projection.ts': 4,
  'records/resources/stages/read-records.ts': 2,
  // Join tables, which belong to no resource; their labels have the scope of `joinOf`.
  'records/resources/query/join-tables.ts': 4,
  'records/resources/stages/write-joins.ts': 2,
  // A selection that is already in the scope.
  'records/resources/query/count.ts': 1,
  // It reads no row: the database parses the expressions of computed fields.
  'records/resources/query/computed.ts': 1,
  // Whether a record still exists at all.
  'records/resources/query/labels.ts': 1,
  'features/history/read-history.ts': 1,
  // Writes, and locks, of records that the operation has found in the scope.
  'records/resources/write/write-rows.ts': 4,
  'records/resources/write/insert-again.ts': 1,
  // References must stay valid, regardless of the deleting user; what a user sees of it is counted in their
  // scope.
  'records/resources/deletion/deletion-effects.ts': 5,
  'records/resources/deletion/apply-deletion-effects.ts': 2,
  // A cycle counts even if it leads through records that the user may not read.
  'records/resources/stages/trees.ts': 2,
};

describe('a statement about the records of a resource', () => {
  it('goes through the scope, except in places that say why not', () => {
    const files = globSync(
      '{records/resources,features/{imports,dashboard,history,views},extend,web/page-shell,database/write-events}/**/*.ts',
      {
        cwd: BACKEND,
      },
    );
    const found = files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(join(BACKEND, file), 'utf8').match(OWN_TABLE)?.length ?? 0] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(found)).toEqual(WITHOUT_SCOPE);
  });
});
