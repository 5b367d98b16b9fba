import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { type Entities, entitiesOf } from '#backend/database/typed-entities.ts';
import { actorWith } from '#backend/testing/actors.ts';
import { createResourceFixture, type ResourceFixture } from '#backend/testing/resource-fixture.ts';
import { readHistory } from './operations/history.ts';
import { remove, update } from './operations/write-record.ts';

const actor = actorWith();
let entities: Entities<typeof lendingLibrary>;
let ctx: ResourceFixture;
/** Runs in the transaction of each update and deletion of a branch. */
let hook: (em: ReturnType<ResourceFixture['service']['database']['em']>) => Promise<void> = async () => {};

beforeAll(async () => {
  ctx = await createResourceFixture(lendingLibrary, {
    name: 'branches',
    hooks: {
      beforeUpdate: async (_change, { em }) => {
        await hook(em);
        return undefined;
      },
      beforeDelete: async (_before, { em }) => hook(em),
    },
  });
  entities = entitiesOf(ctx.service.database, lendingLibrary);
});

afterAll(() => ctx?.close());

const em = () => ctx.service.database.em();

describe('the entities of an EntityManager', () => {
  it('are typed from the config: an invalid field or value does not compile', () => {
    const typed = async () => {
      const manager = em();
      const copies = await manager.find(entities.copies, { barcode: '12345678', book: 'an id' });
      const [copy] = copies;
      const pages: number | null | undefined = copy?.pages;
      const condition: 'new' | 'worn' | 'damaged' | null | undefined = copy?.condition;
      const transfer = await manager.findOneOrFail(entities.transfers, { arrivedAt: new Date() });
      const moment: Date | null = transfer.arrivedAt;
      manager.assign(transfer, { sentOn: '2026-01-31' });
      manager.create(entities.subjects, { code: 'ABC-123', name: 'Geometry' });

      // @ts-expect-error There is no such field.
      await manager.find(entities.copies, { barkode: '12345678' });
      // @ts-expect-error A barcode is a text.
      await manager.find(entities.copies, { barcode: 12345678 });
      // @ts-expect-error There is no such resource.
      await manager.find(entities.copys, {});
      // @ts-expect-error There is no such value.
      manager.assign(copy!, { condition: 'lost' });
      // @ts-expect-error There is no such field.
      void copy?.titel;
      // @ts-expect-error The code is required.
      manager.create(entities.subjects, { name: 'Geometry' });
      // @ts-expect-error The barcode is required.
      if (copy) copy.barcode = null;
      return { pages, condition, moment };
    };
    expect(typed).toBeTypeOf('function');
  });

  it('contain values of their declared types', async () => {
    const manager = em();
    const genre = manager.create(entities.genres, { name: 'Travel' });
    const book = manager.create(entities.books, { title: 'Rihla', author: 'Ibn Battuta', genre: genre.id });
    const branch = manager.create(entities.branches, { name: 'Harbour', isOpen: true, opened: '1999-12-31' });
    await manager.flush();
    const copy = manager.create(entities.copies, {
      barcode: '12345678',
      book: book.id,
      branch: branch.id,
      pages: 8_000_000_000,
      price: '0.125',
      condition: 'worn',
    });
    await manager.flush();
    const arrivedAt = new Date('2026-02-01T10:00:00.123Z');
    const sent = { from: branch.id, to: branch.id, copy: copy.id, sentOn: '2026-01-31', arrivedAt };
    manager.create(entities.transfers, sent);
    await manager.flush();
    expect(await em().findOneOrFail(entities.transfers, { arrivedAt })).toMatchObject(sent);
    expect(await em().findOneOrFail(entities.copies, { pages: 8_000_000_000 })).toMatchObject({
      pages: 8_000_000_000,
      price: '0.125',
      branch: branch.id,
      condition: 'worn',
      notes: null,
      createdAt: expect.any(Date),
    });
    expect(await em().findOneOrFail(entities.branches, { name: 'Harbour' })).toMatchObject({
      isOpen: true,
      opened: '1999-12-31',
      manager: null,
    });
    expect((await ctx.beside('transfers').list()).items[0]).toMatchObject({
      sentOn: '2026-01-31',
      arrivedAt: arrivedAt.toISOString(),
    });
  });

  it('belong to users too, whose table better-auth manages', async () => {
    const manager = em();
    manager.create(entities.users, {
      id: newId(),
      email: 'em@example.com',
      name: 'Em',
      role: 'user',
      emailVerified: true,
      banned: false,
      onboardedAt: new Date('2026-01-01T00:00:00Z'),
    });
    await manager.flush();
    const user = await em().findOneOrFail(entities.users, { email: 'em@example.com' });
    expect(user).toMatchObject({
      role: 'user',
      banned: false,
      onboardedAt: new Date('2026-01-01T00:00:00Z'),
    });
  });
});

describe("a hook's changes through the EntityManager", () => {
  const subjectNamed = (name: string) => em().findOne(entities.subjects, { name });
  const branchNamed = async (name: string) => (await ctx.add({ name })).id;

  it('are saved with the write', async () => {
    const id = await branchNamed('Saved with');
    hook = async (manager) => {
      manager.create(entities.subjects, { code: 'AAA-001', name: 'Added by a hook' });
    };
    const changed = await update(ctx.service, {
      id,
      values: { site: 'https://a.example' },
      actor,
      ifMatch: undefined,
    });
    expect(changed).toMatchObject({ site: 'https://a.example' });
    expect(await subjectNamed('Added by a hook')).not.toBeNull();
    expect(await readHistory(ctx.service, { id, actor })).toMatchObject([
      { action: 'update', changes: { site: { before: null, after: 'https://a.example' } } },
      { action: 'create' },
    ]);
  });

  it('are rolled back if the write fails', async () => {
    await branchNamed('Taken');
    const id = await branchNamed('Undone with');
    hook = async (manager) => {
      manager.create(entities.subjects, { code: 'AAA-002', name: 'Undone' });
    };
    const failing = update(ctx.service, { id, values: { name: 'Taken' }, actor, ifMatch: undefined });
    await expect(failing).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await subjectNamed('Undone')).toBeNull();
  });

  it('are seen by the write itself: a referring record that a hook removes prevents no deletion', async () => {
    const id = await branchNamed('In use');
    await ctx.beside('librarians').add({ name: 'Librarian', branch: id });
    hook = async () => {};
    const deletion = () => remove(ctx.service, { id, actor, ifMatch: undefined });
    await expect(deletion()).rejects.toMatchObject({ code: 'IN_USE' });
    hook = async (manager) => {
      manager.remove(await manager.findOneOrFail(entities.librarians, { branch: id }));
    };
    await deletion();
    expect(await em().findOne(entities.branches, { id })).toBeNull();
  });
});
