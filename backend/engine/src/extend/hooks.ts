import type { FieldValues, RecordBefore, WholeRecord } from '@bindery/contract/records/resources/types.ts';
import type { Fields } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import type { FieldsOf } from '#backend/records/resources/app-tools.ts';
import type {
  AfterCommitContext,
  CommittedWrite,
  ResourceHooks,
  WriteContext,
} from '#backend/records/resources/hooks.ts';

/** The hooks of a resource, typed from its entry. All of them are optional. */
export interface HooksOf<F extends Fields> {
  /**
   * Runs in the transaction, before a record is created. It may return other values, and throws an ApiError
   * to reject the write. It also runs before a record is restored from the archive, which keeps its values.
   */
  beforeCreate?(values: FieldValues<F>, write: WriteContext): Promise<FieldValues<F> | undefined>;
  /** Runs in the transaction, before a record is changed; `values` are the fields that the caller sends. */
  beforeUpdate?(
    change: { readonly before: RecordBefore<F>; readonly values: FieldValues<F> },
    write: WriteContext,
  ): Promise<FieldValues<F> | undefined>;
  /** Runs in the transaction, before a record is deleted, also by a cascade, and before it is archived. */
  beforeDelete?(before: RecordBefore<F>, write: WriteContext): Promise<void>;
  /**
   * Runs in the background once a write has been committed, on any of the servers: at least once, even if a
   * server stops in between, and in the order of the record's writes. If it throws, it runs again later.
   */
  afterCommit?(write: CommittedWrite<WholeRecord<F>>, context: AfterCommitContext): Promise<void>;
}

/** The default export of `backend/extensions/<resource>/hooks.ts`. */
export interface HooksExtension {
  readonly resource: string;
  readonly hooks: ResourceHooks;
}

/** Defines the hooks of a resource: `export default defineHooks('books', { beforeCreate: … })`. */
export const defineHooks = <N extends ResourceName>(
  resource: N,
  hooks: HooksOf<FieldsOf<N>>,
): HooksExtension => ({ resource, hooks });

/** Returns hooks that run the first ones, then the second ones with the values that the first ones return. */
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
