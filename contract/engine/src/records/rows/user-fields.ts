import { columnFields } from '#contract/records/resources/fields.ts';
import { PUBLIC, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { isRowUserField, sampleUserValue } from '#contract/schema/users.ts';
import type { RowContext, RowRule, RowUser } from '#contract/schema/where.ts';
import type { Actor } from './row-filter.ts';

/** Thrown by a row filter that uses a field of the user which is unknown here. */
export class UnknownUserField extends Error {
  override name = 'UnknownUserField';

  constructor(field: string) {
    super(`A row filter uses user.${field}, which was not loaded with the user.`);
  }
}

/** Returns the fields of the entry `users` that row filters may use, besides id, email address and role. */
const rowUserFieldsOf = (users: Resource | undefined): ResourceField[] =>
  users ? columnFields(users).filter((field) => isRowUserField(field.name, field)) : [];

const prototypes = new WeakMap<Resource, object>();

/** Returns a prototype whose getters throw for each field of row filters; known fields shadow the getters. */
const prototypeOf = (users: Resource): object => {
  const known = prototypes.get(users);
  if (known) return known;
  const made = Object.defineProperties(
    {},
    Object.fromEntries(
      rowUserFieldsOf(users).map(({ name }) => {
        const get = (): never => {
          throw new UnknownUserField(name);
        };
        return [name, { get }];
      }),
    ),
  );
  prototypes.set(users, made);
  return made;
};

/** Returns the user as row filters receive it, with those of its fields that are known. */
export function rowUser({ id, role, email, fields }: Actor, users: Resource | undefined): RowUser {
  const user = { id: id ?? '', role, email: email ?? '', ...fields };
  // A separate variable, because object literal types do not know `__proto__`.
  const inheriting = { __proto__: users && prototypeOf(users), ...user };
  return inheriting;
}

/** Returns a sample value for each of those fields, for filters whose user does not matter. */
export const sampleUserFields = (users: Resource | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rowUserFieldsOf(users).map((field) => [field.name, sampleUserValue(field)]));

/**
 * Returns the user fields that any row filter uses; the server loads them with each user. A field counts if a
 * filter reads it for a sample user, or if the filter's code names it, because reads may depend on the user.
 */
export function usedUserFields(resources: Readonly<Record<string, Resource>>): ResourceField[] {
  const own = rowUserFieldsOf(resources.users);
  if (own.length === 0) return [];
  const rules = Object.values(resources).flatMap(({ where }) =>
    Object.entries(where).flatMap(([role, byAction]) =>
      role === PUBLIC ? [] : Object.values<RowRule | undefined>(byAction ?? {}).filter((rule) => !!rule),
    ),
  );
  const code = rules.map(String).join('\n');
  const read = new Set<string | symbol>();
  const sample: RowUser = { id: '', email: '', role: '', ...sampleUserFields(resources.users) };
  const user = new Proxy(sample, {
    get: (_, name) => {
      read.add(name);
      return Reflect.get(sample, name);
    },
  });
  for (const rule of new Set(rules)) rule({ user, now: new Date(0).toISOString() } satisfies RowContext);
  return own.filter(({ name }) => read.has(name) || new RegExp(`\\b${name}\\b`).test(code));
}
