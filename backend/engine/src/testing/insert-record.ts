import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import { fieldKind, type Resource, type ResourceField, type Role } from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import { writeJoins } from '#backend/records/resources/stages/write-joins.ts';

/** The JSON values of a record by field. */
export type Values = Record<string, unknown>;

/** Returns a JSON value as its column stores it; undefined for none. */
const storedValue = ({ kind }: ResourceField, value: unknown): unknown => {
  if (value === undefined || value === null) return value;
  return fieldKind(kind).write?.(value) ?? value;
};

const insertJoins = (database: Database, resource: Resource, record: { id: string; values: Values }) =>
  database.em().transactional((em) => writeJoins(kyselyOf({ em }), { resource, records: [record] }));

/** Inserts a record directly into the database, without rules, hooks and history; returns its id. */
export async function insertRecord(database: Database, resource: Resource, values: Values): Promise<string> {
  const stored = columnFields(resource).flatMap((field) => {
    const value = storedValue(field, values[field.name]);
    return value === undefined ? [] : [[field.name, value]];
  });
  const id = newId();
  const now = new Date();
  await database.em().insert(database.entity(resource.table), {
    id,
    ...Object.fromEntries(stored),
    createdAt: now,
    updatedAt: now,
  });
  await insertJoins(database, resource, { id, values });
  return id;
}

/** Inserts a user of a role with a unique address, unless one is given; returns its id. */
export async function insertUser(
  database: Database,
  { email, name, role }: Values & { readonly role: Role },
): Promise<string> {
  const id = newId();
  const now = new Date();
  const user = {
    id,
    name: name ?? 'Sample',
    email: email ?? `sample-${id}@example.com`,
    email_verified: true,
    role,
    banned: false,
    created_at: now,
    updated_at: now,
  };
  await database.kysely.insertInto('users').values(user).execute();
  return id;
}

/** Sets one column of a user. */
export async function setUserColumn(
  { kysely }: Database,
  { id, column, value }: { id: string; column: string; value: unknown },
): Promise<void> {
  await kysely
    .updateTable('users')
    .set({ [column]: value })
    .where('id', '=', id)
    .execute();
}

/** Returns the fields of users that sign-in does not know. */
export const ownFieldsOf = (users: Resource): readonly ResourceField[] =>
  Object.values(users.fields).filter(({ name }) => !isSignInField(name));

/** Gives a user values of the fields that sign-in does not know. */
export async function setOwnFields(
  database: Database,
  { users, id, values }: { users: Resource; id: string; values: Values },
): Promise<void> {
  for (const field of ownFieldsOf(users)) {
    const value = field.join || field.computed ? undefined : storedValue(field, values[field.name]);
    if (value !== undefined) await setUserColumn(database, { id, column: field.column, value });
  }
  await insertJoins(database, users, { id, values });
}
