import {
  boolean,
  defineResources,
  defineRoles,
  email,
  image,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryFixture } from './entry-fixture.ts';
import { testRoles } from './entry-rights-tests.ts';
import { createTestApp } from './test-app.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

/**
 * Authors write notes about articles, of which they may read some, but not the first sample. They cannot set
 * the author of a note: their row filter fixes it.
 */
const resources = defineResources(
  {
    articles: {
      fields: {
        title: text({ required: true }),
        photo: image(),
        state: select(['draft', 'new', 'live', 'old'], { required: true }),
      },
      rights: { chief: everything, author: ['read'] },
      where: { author: () => ({ state: ['live', 'old'] }) },
    },
    notes: {
      fields: {
        article: reference('articles', { required: true }),
        author: reference('users', { required: true, onDelete: 'cascade', writeBy: ['chief'] }),
        isChecked: boolean({ readOnly: true, default: false }),
      },
      rights: { chief: everything, author: everything },
      where: { author: ({ user }) => ({ author: user.id, isChecked: false }) },
    },
    patients: {
      fields: {
        name: text({ required: true }),
        account: reference('users', { required: true, unique: true }),
      },
      rights: { chief: everything, author: everything },
      where: { author: ({ user }) => ({ account: user.id }) },
    },
    visits: {
      fields: { patient: reference('patients', { required: true }), reason: text() },
      rights: { chief: everything, author: everything },
      where: { author: ({ user }) => ({ patient: { account: user.id } }) },
    },
    users: {
      managedBy: 'auth',
      fields: { email: email({ required: true }), role: select(['chief', 'author'], { required: true }) },
      label: 'email',
      rights: { chief: everything, author: ['read'] },
    },
  },
  {
    roles: defineRoles({
      chief: { manager: true, administersUsers: true },
      author: { newUsers: true },
    }),
  },
);

describe('the tests of an entry', () => {
  let fixture: EntryFixture;
  beforeAll(async () => {
    fixture = await EntryFixture.start(resources);
  });
  afterAll(() => fixture?.close());

  describe('let a role refer to records that it may read', () => {
    testRoles(() => fixture, resources.notes);
  });

  describe('let a role have the one record that a unique reference to its user allows', () => {
    testRoles(() => fixture, resources.patients);
    testRoles(() => fixture, resources.visits);
  });
});

describe('a record of a test', () => {
  it('has its images if no user has signed in', async () => {
    const app = await createTestApp(resources);
    try {
      expect((await app.make('articles')).photo).toMatchObject({ type: expect.stringContaining('image/') });
    } finally {
      await app.close();
    }
  });
});
