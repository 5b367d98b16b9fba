import { type DefaultContext, dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Changes } from '#backend/database/history.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { deletedValues } from '#backend/records/resources/deletion/apply-deletion-effects.ts';
import type { AllResources } from '#backend/records/resources/query/labels.ts';
import { createProjection } from '#backend/records/resources/query/projection.ts';
import { changedFields } from '#backend/records/resources/stages/recorded-values.ts';
import type { UserRow } from './user.ts';

const isOwn = ({ name, computed }: ResourceField): boolean => !computed && !isSignInField(name);

/** Returns the columns of users that better-auth does not know: it neither reads nor writes them. */
const ownColumns = (users: Resource): ResourceField[] => columnFields(users).filter(isOwn);

/**
 * Sets what better-auth leaves empty in a new user: the defaults of the fields that it does not know. Returns
 * the changes for the history. The author is the new user, unless an admin creates it.
 */
export async function setOwnDefaults(
  db: Transaction,
  { users, user, creator }: { users: Resource; user: UserRow; creator: DefaultContext['user'] },
): Promise<Changes> {
  const context = { user: creator, now: new Date().toISOString() };
  const values = ownColumns(users).flatMap((field) => {
    const { defaultFrom } = field;
    const value = defaultFrom ? dynamicDefault(defaultFrom, context) : field.default;
    return value === undefined || value === null ? [] : [{ field, value }];
  });
  if (values.length === 0) return {};
  const stored = values.map(({ field: { kind, column }, value }) => {
    const { write = (given: unknown) => given } = fieldKind(kind);
    return sql`${sql.ref(column)} = ${write(value)}`;
  });
  await sql`update ${sql.table(users.table)} set ${sql.join(stored)} where id = ${user.id}`.execute(db);
  const after = Object.fromEntries(values.map(({ field, value }) => [field.name, value]));
  return changedFields(users, { before: {}, after });
}

/**
 * Returns the values that a user loses with its deletion besides better-auth's, for the last change in its
 * history.
 */
export async function deletedOwnValues(
  db: Transaction,
  { resources, users, id }: { resources: AllResources; users: Resource; id: string },
): Promise<Changes> {
  const own = Object.values<ResourceField>(users.fields).filter(isOwn);
  if (own.length === 0) return {};
  const view = createProjection({ kysely: db }, { resource: users, viewer: APPLICATION, resources });
  const row = await view.select().where(sql.ref('record.id'), '=', id).executeTakeFirst();
  const all = row ? deletedValues(users, view.toJson(row)) : {};
  return Object.fromEntries(own.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])));
}
