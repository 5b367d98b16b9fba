import { type RecordValues, runHook, type WriteContext } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { applyConditions } from './apply-conditions.ts';
import type { WriteCheck } from './write-check.ts';

interface Preparation {
  readonly service: ResourceService;
  readonly check: WriteCheck;
  /** The record that an update changes; undefined for a new record. */
  readonly before?: RecordJson;
  readonly values: RecordValues;
}

/**
 * Takes the values of a write through what comes before its row, in the one order that holds for a single write, a bulk
 * change, an import and an undo: targets and rows of what the caller gives, the hook, constraints between fields, targets
 * and rows of what the hook has made of the values. Returns the values to write.
 *
 * @throws ApiError INVALID or FORBIDDEN, or the error of the hook.
 */
export async function prepareValues(
  writing: WriteContext,
  { service: { resource, hooks }, check, before, values }: Preparation,
): Promise<RecordValues> {
  await check.require({ before, values });
  const hooked = await runHook(writing, () =>
    before ? hooks.beforeUpdate?.({ before, values }, writing) : hooks.beforeCreate?.(values, writing),
  );
  const made = applyConditions(resource, { ...(before && { before }), values: hooked ?? values });
  if (hooked) await check.require({ before, values: made });
  return made;
}
