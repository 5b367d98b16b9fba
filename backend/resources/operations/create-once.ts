import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { createWithin, defaults } from './create.ts';
import { kyselyOf, runWrite, type Writer, withTransaction } from './write.ts';

/** Printable ASCII; the quotation marks of a structured field (RFC 9651) are part of the key. */
const KEY = /^[\x21-\x7e]{1,255}$/;

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
  // Visitors cannot be told apart: one could read what another has created.
  if (actor.id === null) throw new ApiError('UNAUTHENTICATED');
  if (!KEY.test(key))
    throw new ApiError('INVALID', {
      message: 'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
    });
  const kept = { id: hash(actor.id, key), request: hash(resource.name, JSON.stringify(values)) };
  const writer = { service, actor };
  const write = () =>
    withTransaction(writer, async (writing) => {
      const db = kyselyOf(writing);
      const known = await findAnswer(db, kept);
      if (known) return { item: await answerAgain(writing, { service, known }), isNew: false };
      const [row] = await createWithin(writing, { service, given: { ...defaults(writer), ...values } });
      const item = service.projection(actor).toJson(row!);
      const answer: Answer = [actor.role, item];
      await keepAnswer(db, { ...kept, answer: JSON.stringify(answer) });
      return { item, isNew: true };
    });
  const { item, isNew } = await runWrite(writer, { counted: [resource.name], write });
  if (isNew) await hooks.afterCreate?.(item, actor);
  return item;
}

const hash = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** Locks a key until the transaction ends, and returns the answer that is kept for it. */
async function findAnswer(db: Transaction, { id, request }: { id: string; request: string }) {
  const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as taken`;
  if (!(await lock.execute(db)).rows[0]?.taken) throw new ApiError('IDEMPOTENCY_KEY_IN_USE');
  // A statement of its own: it has to see what was committed before the lock was free.
  const { rows } = await sql<{ request: string; answer: string }>`
    select request, answer from idempotency_keys where id = ${id} and expires_at > now()`.execute(db);
  const [found] = rows;
  if (found && found.request !== request) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  return found && answerOf(JSON.parse(found.answer));
}

/** The role that created a record, and the record as it was answered. */
type Answer = readonly [role: Role | undefined, item: RecordJson];

/** Returns a stored answer; earlier versions stored the record alone. */
const answerOf = (stored: Answer | RecordJson): Answer =>
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

async function keepAnswer(db: Transaction, kept: { id: string; request: string; answer: string }) {
  const { id, request, answer } = kept;
  await sql`
    insert into idempotency_keys (id, request, answer, expires_at)
    values (${id}, ${request}, ${answer}, now() + interval '1 day')
    on conflict (id) do update set
      request = excluded.request, answer = excluded.answer, expires_at = excluded.expires_at`.execute(db);
}

/** Deletes the keys that have expired. */
export async function pruneIdempotencyKeys({ execute }: Pick<Database, 'execute'>): Promise<void> {
  await execute({ sql: 'delete from idempotency_keys where expires_at <= now()', parameters: [] });
}
