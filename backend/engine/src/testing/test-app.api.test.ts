import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from './test-app.ts';

// docs/testing.md quotes this file.
const start = () => createTestApp(townLibrary);
let app: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  app = await start();
});

afterAll(() => app?.close());

describe('a reader', () => {
  it('sees their own loans only', async () => {
    const { user, client } = await app.signIn('reader');
    const own = await app.make('loans', { borrower: user.id, state: 'open' });
    await app.make('loans');
    const { status, body } = await client.loans.list();
    expect({ status, body }).toMatchObject({ status: 200, body: [{ id: own.id }] });
  });

  it('cannot lend a book in the name of another user', async () => {
    const [reader, other] = [await app.signIn('reader'), await app.signIn('reader', 'other@example.com')];
    const book = await app.make('books', { title: 'Dune' });
    const lent = await reader.client.loans.create({ body: { book: book.id, borrower: other.user.id } });
    expect(lent).toMatchObject({
      status: 400,
      body: { errors: { borrower: [{ key: 'errors.notYourRow' }] } },
    });
  });
});

describe('a record of a test', () => {
  it('has valid values in all fields, and the given ones', async () => {
    const loan = await app.make('loans', { renewals: 3, dueOn: null });
    expect(loan).toMatchObject({ renewals: 3, dueOn: null, state: expect.stringMatching(/open|returned/) });
    expect(loan.book.label).toEqual(expect.any(String));
    expect(loan.remark).toEqual(expect.any(String));
    expect(await app.make('users', { email: 'new@example.com', role: 'chief' })).toMatchObject({
      role: 'chief',
    });
  });

  it('is typed by its entry', async () => {
    // @ts-expect-error there is no field "titel"
    await expect(app.make('books', { titel: 'Dune' })).rejects.toThrow('did you mean "title"?');
    // @ts-expect-error there is no resource "boks"
    await expect(app.make('boks')).rejects.toThrow('"boks" is unknown; did you mean "books"?');
    // @ts-expect-error there is no role "admin"
    await expect(app.signIn('admin')).rejects.toThrow('"admin" is unknown; there are: chief');
  });
});

describe('a visitor who is not signed in', () => {
  it('reads only public records', async () => {
    const book = await app.make('books');
    expect((await app.visitor.books.read({ params: { id: book.id } })).status).toBe(200);
    expect((await app.visitor.users.list()).status).toBe(401);
  });
});

describe('the guide to testing', () => {
  const textOf = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
  const withoutIndent = (code: string) => code.replaceAll(/^\s+/gm, '');
  const quoted = [...textOf('../../../../docs/testing.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );

  it.each(quoted)('quotes code that is compiled and run: %s', (code) => {
    const own = withoutIndent(textOf('./test-app.api.test.ts'));
    for (const part of code.split('// …\n')) expect(own).toContain(withoutIndent(part));
  });

  it('has an example of every part', () => expect(quoted).toHaveLength(3));
});
