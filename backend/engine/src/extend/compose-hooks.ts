import type { ResourceHooks } from '#backend/records/resources/hooks.ts';

/**
 * Returns hooks that run the first ones and then the second ones, with the values that the first ones return.
 */
export function composeHooks(first: ResourceHooks, second: ResourceHooks | undefined): ResourceHooks {
  if (!second) return first;
  const beforeCreate: ResourceHooks['beforeCreate'] = async (values, write) => {
    const changed = await first.beforeCreate?.(values, write);
    return (await second.beforeCreate?.(changed ?? values, write)) ?? changed;
  };
  const beforeUpdate: ResourceHooks['beforeUpdate'] = async ({ before, values }, write) => {
    const changed = await first.beforeUpdate?.({ before, values }, write);
    return (await second.beforeUpdate?.({ before, values: changed ?? values }, write)) ?? changed;
  };
  const beforeDelete: ResourceHooks['beforeDelete'] = async (before, write) => {
    await first.beforeDelete?.(before, write);
    await second.beforeDelete?.(before, write);
  };
  return {
    ...first,
    ...second,
    extraHistoryFields: [...(first.extraHistoryFields ?? []), ...(second.extraHistoryFields ?? [])],
    ...((first.beforeCreate || second.beforeCreate) && { beforeCreate }),
    ...((first.beforeUpdate || second.beforeUpdate) && { beforeUpdate }),
    ...((first.beforeDelete || second.beforeDelete) && { beforeDelete }),
  };
}
