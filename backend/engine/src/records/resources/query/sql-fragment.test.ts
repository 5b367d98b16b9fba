import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { column, fragment, join, literal, StatementCache } from './sql-fragment.ts';

const db = new Kysely<Record<string, { id: string }>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const books = db.selectFrom('books as record').select(sql.ref('record.id').as('id'));
const equals = (name: string, value: unknown) => fragment`${column(name)} = lower(${value})`;

describe('a fragment of SQL', () => {
  it('compiles to its text, with its values as numbered parameters', () => {
    const either = join([equals('record.title', "x'; --"), equals('record.author', ['?'])], ' or ');
    expect(books.where(fragment`(${either}) and ${literal(3)} < ${null}`).compile()).toMatchObject({
      sql: `select "record"."id" as "id" from "books" as "record" where ("record"."title" = lower($1) or "record"."author" = lower($2)) and 3 < $3`,
      parameters: ["x'; --", ['?'], null],
    });
  });

  it('has a key that depends only on its text, and its parameters in order', () => {
    const [one, two] = ['1', '2'].map(
      (value) => fragment`${equals('a', value)} or ${equals('b', `${value}?`)}`,
    );
    expect(one!.key).toBe(two!.key);
    expect(two!.parameters).toEqual(['2', '2?']);
    expect(equals('c', '1').key).not.toBe(equals('a', '1').key);
  });
});

describe('the cache of compiled statements', () => {
  const read = (cache: StatementCache, value: string) => {
    const where = equals('record.title', value);
    const build = vi.fn(() => books.where(where));
    return { build, ...cache.compile(where, build) };
  };

  it('compiles a statement once, and gives each call its own parameters', () => {
    const cache = new StatementCache();
    const [first, second] = ['a', 'b'].map((value) => read(cache, value));
    expect(second!.sql).toBe(first!.sql);
    expect(second!.build).not.toHaveBeenCalled();
    expect([first, second].map((call) => call!.parameters)).toEqual([['a'], ['b']]);
  });

  it('rejects a statement that has other parameters than its key', () => {
    const where = equals('record.title', 'a');
    const compile = (parameters: unknown[]) =>
      new StatementCache().compile({ key: where.key, parameters }, () => books.where(where));
    expect(() => compile(['b'])).toThrow('not those given');
    expect(() => compile([])).toThrow('not those given');
  });

  it('forgets the oldest of many statements', () => {
    const cache = new StatementCache();
    const number = (value: number) => () => books.where(fragment`${literal(value)} = 1`);
    for (let value = 0; value < 400; value++)
      cache.compile({ key: `${value}`, parameters: [] }, number(value));
    const [newest, oldest] = [399, 0].map((value) => {
      const build = vi.fn(number(value));
      cache.compile({ key: `${value}`, parameters: [] }, build);
      return build;
    });
    expect(newest).not.toHaveBeenCalled();
    expect(oldest).toHaveBeenCalled();
  });
});
