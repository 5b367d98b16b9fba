import { quoteValue, unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { requireValid } from '#backend/kernel/http/api-error.ts';
import type { RecordValues, ResourceHooks } from '#backend/records/resources/hooks.ts';
import { schemasFor } from './records.ts';

/**
 * Returns the hooks of an extension so that values which they add to a write satisfy the entry, as values of
 * the application do. The compiler accepts unknown fields in the result of a function, and a write would omit
 * them silently. It would also omit all values of the caller if the hook returned something else than values.
 */
export function checkedHooks(resource: Resource, hooks: ResourceHooks): ResourceHooks {
  const { beforeCreate, beforeUpdate } = hooks;
  return {
    ...hooks,
    ...(beforeCreate && {
      beforeCreate: async (values, write) =>
        checked(await beforeCreate(values, write), { resource, hook: 'beforeCreate', given: values }),
    }),
    ...(beforeUpdate && {
      beforeUpdate: async (change, write) =>
        checked(await beforeUpdate(change, write), { resource, hook: 'beforeUpdate', given: change.values }),
    }),
  };
}

interface Hooked {
  readonly resource: Resource;
  readonly hook: string;
  readonly given: RecordValues;
}

function checked(
  result: RecordValues | undefined,
  { resource, hook, given }: Hooked,
): RecordValues | undefined {
  const file = `backend/extensions/${resource.name}/hooks.ts`;
  const isValues = result === undefined || typeof result === 'object';
  if (!isValues || Array.isArray(result) || result instanceof Error)
    throw new Error(
      `${file}: ${hook} returns ${result instanceof Error ? result.name : quoteValue(result)}, and not the values of fields. To reject the write, throw an ApiError`,
    );
  const added = Object.entries(result ?? {}).filter(
    ([name, value]) => value !== undefined && !(Object.hasOwn(given, name) && Object.is(value, given[name])),
  );
  if (added.length === 0) return result;
  const names = Object.keys(resource.fields);
  for (const [name] of added)
    if (!names.includes(name))
      throw new Error(`${file}: ${hook} returns "${name}", which ${unknownName(name, names)}`);
  const schema = schemasFor(resource, APPLICATION).update;
  return { ...result, ...(requireValid(schema, Object.fromEntries(added)) as RecordValues) };
}
