import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import { newId } from '#backend/database/id.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import type { ResourceService } from '../resource-service.ts';
import { type WriteConnection, withTransaction } from '../stages/write-connection.ts';
import { once, type Repeatable } from '../write/idempotency-key.ts';
import { runWrite } from '../write/write-changes.ts';

/**
 * Writes several records as one batch in one transaction, once for a key; `counted` as in `runWrite`.
 * @throws ApiError like `once`; what `runWrite` throws.
 */
export function writeBatch(
  service: ResourceService,
  { counted, ...repeatable }: Repeatable & { readonly counted: Iterable<string> },
  work: (connection: WriteConnection) => Promise<Omit<BatchResult, 'batch'>>,
): Promise<BatchResult> {
  const { actor } = repeatable;
  const batch = newId();
  const write = () =>
    withTransaction({ service, actor, batch }, async (connection) => {
      const { result } = await once(connection.db, repeatable, async () => {
        const done = await work(connection);
        await requireTimeLeft();
        return { batch, ...done };
      });
      return result;
    });
  return runWrite({ service, actor }, { counted, write });
}
