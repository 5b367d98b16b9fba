import {
  defineResources,
  defineRoles,
  email,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;

describe('records of others that a deletion would include', () => {
  it('prevent it, unless the entry allows that, and only their number is revealed', async () => {
    const own = await serveEndpoints(
      defineResources(
        {
          users: {
            managedBy: 'auth',
            fields: { email: email({ required: true }), role: select(['admin', 'user']) },
            label: 'email',
            rights: { admin: ['read'], user: ['read'] },
          },
          courses: {
            fields: { name: text({ required: true }) },
            rights: { admin: everything, user: everything },
          },
          marks: {
            fields: {
              title: text(),
              owner: reference('users'),
              course: reference('courses', { onDelete: 'cascade' }),
              courses: references('courses', { onDelete: 'setNull' }),
            },
            rights: { admin: everything, user: everything },
            where: { user: ({ user }) => ({ owner: user.id }) },
          },
          visits: {
            fields: {
              title: text(),
              course: reference('courses', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
            },
            rights: { admin: everything },
          },
          secrets: {
            fields: { title: text(), course: reference('courses', { onDelete: 'setNull' }) },
            rights: { admin: everything },
          },
        },
        {
          roles: defineRoles({ admin: { manager: true, administersUsers: true }, user: { newUsers: true } }),
        },
      ),
    );
    try {
      const ada: TestUser = { id: newId(), role: 'user', email: 'ada@example.com' };
      const users = [ada, { ...ada, id: newId(), email: 'ben@example.com' }];
      await own.services
        .get('users')!
        .database.kysely.insertInto('users')
        .values(users.map(({ id, email: address, role }) => ({ id, name: '', email: address, role })))
        .execute();
      const owners = { mine: users[0]!.id, theirs: users[1]!.id };
      const add = async (name: string, json: object) =>
        (await own.call('admin', `POST /api/${name}`, json)).body.id as string;
      const cases = [
        [{ marks: { owner: owners.mine } }, 'deletes'],
        [{ marks: { owner: owners.theirs } }, 'restricts'],
        [{ secrets: {} }, 'restricts'],
        [{ visits: {} }, 'deletes'],
      ] as const;
      for (const [referring, expected] of cases)
        for (const door of ['one', 'bulk'] as const) {
          const course = await add('courses', { name: 'Algebra' });
          const [[name, values]] = Object.entries(referring) as [[string, object]];
          const referrer = await add(name, { ...values, course });
          const { body: preview } = await own.call(ada, `GET /api/courses/${course}/deletion`);
          const isHidden = name !== 'marks' || expected === 'restricts';
          const reported = [{ resource: isHidden ? null : name, total: 1 }];
          expect(preview).toEqual(
            expected === 'restricts'
              ? { deleted: [], changed: [], blocking: reported }
              : { deleted: reported, changed: [], blocking: [] },
          );
          const bulk = { action: 'delete', select: { ids: [course] } };
          const { status, body } =
            door === 'one'
              ? await own.call(ada, `DELETE /api/courses/${course}`)
              : await own.call(ada, 'POST /api/courses/bulk', bulk);
          if (expected === 'restricts')
            expect({ status, code: body.code }).toEqual({ status: 409, code: 'IN_USE' });
          else expect(status).toBe(door === 'one' ? 204 : 200);
          const left = (await own.call('admin', `GET /api/${name}/${referrer}`)).status;
          expect(left).toBe(expected === 'restricts' ? 200 : 404);
        }
      // A list of another user keeps its value, too; an administrator without limits deletes as usual.
      const course = await add('courses', { name: 'Logic' });
      const mark = await add('marks', { owner: owners.theirs, courses: [course] });
      expect((await own.call(ada, `DELETE /api/courses/${course}`)).status).toBe(409);
      expect((await own.call('admin', `DELETE /api/courses/${course}`)).status).toBe(204);
      expect((await own.call('admin', `GET /api/marks/${mark}`)).body.courses).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
