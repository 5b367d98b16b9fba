import type { Role } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { sessionWithin } from '../write/session.ts';
import { writeChanges } from '../write/write-changes.ts';
import { once } from './once.ts';
import { kyselyOf, runWrite, type Writer, withTransaction } from './write.ts';

/** A creation that may arrive twice. */
interface Request {
  readonly values: RecordValues;
  readonly actor: Writer['actor'];
  /** The Idempotency-Key header. */
  readonly key: string;
}

/**
 * Creates a record, unless the same user has created it by the same key within a day: then returns the record as it was
 * answered the first time, as far as the user may still see it. The key is kept in the transaction of the write, so a creation that failed may be repeated.
 * After draft-ietf-httpapi-idempotency-key-header.
 *
 * @throws ApiError IDEMPOTENCY_KEY_REUSED for other values with the key; IDEMPOTENCY_KEY_IN_USE while another server, or
 *   another connection, is creating it; UNAUTHENTICATED without a session, INVALID for a malformed key; what `create`
 *   throws; NOT_FOUND for a record that the user may not read any more.
 */
export async function createOnce(service: ResourceService, request: Request): Promise<RecordJson> {
  const { actor, values, key } = request;
  const { resource, hooks } = service;
  const writer = { service, actor };
  const what = [resource.name, JSON.stringify(values)];
  const write = () =>
    withTransaction(writer, async (writing) => {
      const create = async (): Promise<StoredAnswer> => {
        const changes = [{ service, action: 'create', values } as const];
        const { answer } = await writeChanges(sessionWithin(writing), {
          changes,
          isLimited: true,
          answers: true,
        });
        return [actor.role, answer!];
      };
      const { answer, isRepeated } = await once(kyselyOf(writing), { actor, key, request: what }, create);
      const known = answerOf(answer);
      return { item: isRepeated ? await answerAgain(writing, { service, known }) : known[1], isRepeated };
    });
  const { item, isRepeated } = await runWrite(writer, { counted: [resource.name], write });
  if (!isRepeated) await hooks.afterCreate?.(item, actor);
  return item;
}

/** The role that created a record, and the record as it was answered. */
type Answer = readonly [role: Role | undefined, item: RecordJson];

/** An answer as it is kept; earlier versions kept the record alone. */
type StoredAnswer = Answer | RecordJson;

const answerOf = (stored: StoredAnswer): Answer =>
  Array.isArray(stored) ? (stored as Answer) : [undefined, stored as RecordJson];

/**
 * Returns the answer to a creation that is sent again: the record as it was answered the first time. A user whose role has
 * changed since, or is limited to some rows, may see less than then: their answer has the fields and rows of now.
 *
 * @throws ApiError NOT_FOUND for such a user when the record is not, or not any more, one that they may read.
 */
async function answerAgain(
  writing: WriteContext,
  { service, known: [role, item] }: { service: ResourceService; known: Answer },
): Promise<RecordJson> {
  const { actor } = writing;
  const view = service.projection(actor, 'all');
  const shown = Object.entries(item).filter(([name]) => name === 'id' || view.field(name));
  if (role === actor.role && !view.isPersonal) return { ...Object.fromEntries(shown), id: item.id };
  const { table } = service.resource;
  const select = view.selectFrom({ db: kyselyOf(writing), table }).where(sql.ref('record.id'), '=', item.id);
  const [row] = await (view.scope ? select.where(view.scope) : select).execute();
  if (!row) throw new ApiError('NOT_FOUND');
  const now = view.toJson(row);
  // What depends on other records, or on the role, is as it is now.
  const isOwn = (name: string): boolean => {
    const field = view.field(name);
    return field !== undefined && !field.to && !field.computed && !field.upload && name in item;
  };
  const values = view.fields.map(({ name }) => [name, isOwn(name) ? item[name] : now[name]]);
  return { ...Object.fromEntries(values), id: item.id };
}
