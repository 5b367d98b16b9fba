import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { runPrepared } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

/** Printable ASCII; the quotation marks of a structured field (RFC 9651) are part of the key. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** A request that may arrive twice. */
export interface Repeatable {
  readonly actor: Actor;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
  /** What distinguishes the request from another with the same key: the target, and the values. */
  readonly request: readonly string[];
}

/** The response to a request, and whether it repeats an earlier one. */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly isRepeated: boolean;
}

/**
 * Runs a write in the transaction of its caller, unless the same user has sent the same request with the same
 * key within a day: then returns the first response. The key is stored in that transaction, so a failed write
 * may be repeated. Without a key, it only runs the write. After draft-ietf-httpapi-idempotency-key-header.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED for another request with the key; IDEMPOTENCY_KEY_IN_USE while the
 * first one is running; UNAUTHENTICATED without a
 *   session; INVALID for a malformed key; what the write throws.
 */
export async function once<Answer>(
  db: Transaction,
  { actor, key, request }: Repeatable,
  write: () => Promise<Answer>,
): Promise<Answered<Answer>> {
  if (key === undefined) return { answer: await write(), isRepeated: false };
  const kept = storedKey({ actor, key, request });
  const known = await findAnswer(db, kept);
  if (known !== undefined) return { answer: JSON.parse(known), isRepeated: true };
  const answer = await write();
  await keepAnswer(db, { ...kept, answer: JSON.stringify(answer) });
  return { answer, isRepeated: false };
}

/** A key in its stored form: the hash of the user with their key, and the hash of the request. */
export interface StoredKey {
  readonly id: string;
  readonly request: string;
}

/**
 * Returns the stored form of a key.
 * @throws ApiError UNAUTHENTICATED without a user; INVALID for a malformed key.
 */
export function storedKey({ actor, key, request }: Repeatable & { readonly key: string }): StoredKey {
  // Visitors are indistinguishable: one could read what another has created.
  if (actor.id === null) throw new ApiError('UNAUTHENTICATED');
  if (!KEY.test(key))
    throw new ApiError('INVALID', {
      message: 'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
    });
  return { id: hash(actor.id, key), request: hash(...request) };
}

const hash = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** Locks a key until the transaction ends, and returns the response that is stored for it. */
async function findAnswer(db: Transaction, { id, request }: StoredKey): Promise<string | undefined> {
  const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as taken`;
  if (!(await runPrepared(db, lock.compile(db)))[0]?.taken) throw new ApiError('IDEMPOTENCY_KEY_IN_USE');
  // A separate statement, because it must see what was committed before the lock was free.
  const stored = sql<{ request: string; answer: string }>`
    select request, answer from idempotency_keys where id = ${id} and expires_at > now()`;
  const [found] = await runPrepared(db, stored.compile(db));
  if (found && found.request !== request) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  return found?.answer;
}

async function keepAnswer(db: Transaction, kept: StoredKey & { answer: string }) {
  const { id, request, answer } = kept;
  const insertion = sql`
    insert into idempotency_keys (id, request, answer, expires_at)
    values (${id}, ${request}, ${answer}, now() + interval '1 day')
    on conflict (id) do update set
      request = excluded.request, answer = excluded.answer, expires_at = excluded.expires_at`;
  await runPrepared(db, insertion.compile(db));
}

/** Deletes expired keys. */
export async function pruneIdempotencyKeys({ execute }: Pick<Database, 'execute'>): Promise<void> {
  await execute({ sql: 'delete from idempotency_keys where expires_at <= now()', parameters: [] });
}
