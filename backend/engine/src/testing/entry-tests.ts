import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import {
  type Action,
  type AllResources,
  actions,
  allows,
  PUBLIC,
  type Resource,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testArchive } from './archive-tests.ts';
import { type Declarations, EVERYTHING, type Selection } from './declarations.ts';
import { testComparisons } from './entry-comparisons-tests.ts';
import { EntryFixture } from './entry-fixture.ts';
import { testDeletions, testLimits } from './entry-limits-tests.ts';
import { testLists } from './entry-list-tests.ts';
import { testRoles } from './entry-rights-tests.ts';
import { testWriting } from './entry-writing-tests.ts';

const DONE: Readonly<Record<Action, number>> = {
  read: 200,
  create: 201,
  update: 200,
  delete: 204,
  restore: 200,
};

/** Returns whether an entry of users has fields beyond those of sign-in. */
const isOwn = ({ managedBy, fields }: Resource): boolean =>
  managedBy === 'app' || Object.keys(fields).some((name) => !isSignInField(name));

/**
 * Declares tests of every rule of these entries, or of those with some names, against a live server; with
 * `declarations`, of the rules that these do not know yet.
 */
export function testEntries(
  resources: AllResources,
  isTested: (name: string) => boolean = () => true,
  declarations?: Declarations,
): void {
  let fixture: EntryFixture;
  beforeAll(async () => {
    fixture = await EntryFixture.start(resources);
  });
  beforeEach(() => fixture.makeRoom());
  afterAll(() => fixture?.close());

  const own = Object.values(resources).filter((resource) => isOwn(resource) && isTested(resource.name));
  const { users } = resources;
  if (own.length === 0 && users) testUsersAlone(() => fixture, users);
  describe.each(own)('$name', (resource) => {
    const selection = declarations?.of(resource, resources) ?? EVERYTHING;
    testRights(() => fixture, { resource, selection });
    testRoles(() => fixture, resource, selection);
    const roles = resource.roles.names;
    const isWhole = (role: Role) => actions.every((action) => !isLimited(resource, { role, action }));
    const reader = roles.find((role) => allows(resource, { role, action: 'read' }) && isWhole(role));
    if (reader) testLists(() => fixture, { resource, reader, selection });
    const archivist = roles.find((role) => allows(resource, { role, action: 'delete' }) && isWhole(role));
    if (resource.archive && archivist) testArchive(() => fixture, { resource, role: archivist });
    const earlier = new Set<string>();
    for (const role of roles) {
      if (!allows(resource, { role, action: 'create' }) || !isWhole(role)) continue;
      const writing = { resource, role, selection, earlier: new Set(earlier) };
      testWriting(() => fixture, writing);
      testComparisons(() => fixture, writing);
      testLimits(() => fixture, writing);
      for (const field of Object.values(resource.fields))
        if (field.writeBy.includes(role)) earlier.add(field.name);
    }
    testDeletions(() => fixture, { resource, resources, selection });
  });
}

/** Declares tests of a product without other entries, whose users have no custom fields. */
function testUsersAlone(fixture: () => EntryFixture, users: Resource): void {
  describe('users', () => {
    it.each([undefined, ...users.roles.names])(
      'are listed for %s only where the entry says so',
      async (role) => {
        const allowed = allows(users, { role: role ?? PUBLIC, action: 'read' });
        const { status } = await fixture().call(role, { path: '/api/users?_end=1' });
        expect(status).toBe(allowed ? 200 : role === undefined ? 401 : 403);
      },
    );
  });
}

function testRights(
  fixture: () => EntryFixture,
  { resource, selection }: { resource: Resource; selection: Selection },
): void {
  const possible = actions.filter((action) => action !== 'restore' || resource.archive);
  const whole = (role: Role) =>
    possible.filter((action) => {
      const allowed = allows(resource, { role, action });
      const isWhole = !allowed || !isLimited(resource, { role, action });
      return isWhole && selection.has(`${role} ${action} ${allowed} ${resource.managedBy}`);
    });
  const ofVisitors = whole(PUBLIC);
  const ofRoles = resource.roles.names.flatMap((role) => whole(role).map((action) => ({ role, action })));
  if (ofVisitors.length + ofRoles.length === 0) return;

  describe('rights', () => {
    it.each(ofVisitors)('let callers without a session %s only where the entry says so', async (action) => {
      const allowed = allows(resource, { role: PUBLIC, action });
      expect(await fixture().attempt(action, { resource, role: undefined })).toEqual({
        status: allowed ? DONE[action] : 401,
        rejected: [],
      });
    });

    it.each(ofRoles)('let $role $action only where the config entry says so', async ({ role, action }) => {
      const allowed = allows(resource, { role, action });
      expect(await fixture().attempt(action, { resource, role })).toEqual({
        status: allowed ? DONE[action] : 403,
        rejected: [],
      });
    });
  });
}
