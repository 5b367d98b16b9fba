import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { runPrepared } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import type { StoredKey } from './change.ts';
import { repeatedResponse, type StoredResponse } from './repeated-creation.ts';
import { write } from './write-changes.ts';

/** Printable ASCII; the quotation marks of a structured field (RFC 9651) are part of the key. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The actor of a request, and its Idempotency-Key header, with which a repeated request runs once. */
export interface KeyedRequest<By extends Actor = Actor> {
  readonly actor: By;
  readonly key?: string | undefined;
}

/** A request that may arrive twice. */
export interface Repeatable extends KeyedRequest {
  /** What distinguishes the request from another with the same key: the target, and the values. */
  readonly request: readonly string[];
}

/** The response to a request, and whether it repeats an earlier one. */
export interface OnceResult<Result> {
  readonly result: Result;
  readonly isRepeated: boolean;
}

/**
 * Runs a write in the transaction of its caller, unless the same user has sent the same request with the same
 * key within a day: then returns the first response. The key is stored in that transaction, so a failed write
 * may be repeated. Without a key, it only runs the write. After draft-ietf-httpapi-idempotency-key-header.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED for another request with the key; IDEMPOTENCY_KEY_IN_USE while the
 * first runs; UNAUTHENTICATED without a session; INVALID for a malformed key; what the write throws.
 */
export async function once<Result>(
  db: Transaction,
  { actor, key, request }: Repeatable,
  write: () => Promise<Result>,
): Promise<OnceResult<Result>> {
  if (key === undefined) return { result: await write(), isRepeated: false };
  const stored = toStoredKey({ actor, key, request });
  const known = await findResponse(db, stored);
  if (known !== undefined) return { result: JSON.parse(known), isRepeated: true };
  const result = await write();
  await storeResponse(db, { ...stored, response: JSON.stringify(result) });
  return { result, isRepeated: false };
}

/**
 * Converts a key to its stored form.
 * @throws ApiError UNAUTHENTICATED without a user; INVALID for a malformed key.
 */
export function toStoredKey({ actor, key, request }: Repeatable & { readonly key: string }): StoredKey {
  // Visitors are indistinguishable: one could read what another has created.
  if (actor.id === null) throw new ApiError('UNAUTHENTICATED');
  if (!KEY.test(key))
    throw new ApiError('INVALID', {
      message: 'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
    });
  return { id: hash(actor.id, key), request: hash(...request) };
}

const hash = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/**
 * Locks a key until the transaction ends, and returns the response that is stored for it.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED; IDEMPOTENCY_KEY_IN_USE if another request has the lock, unless
 * that one only repeats a response, too.
 */
async function findResponse(db: Transaction, { id, request }: StoredKey): Promise<string | undefined> {
  const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as taken`;
  const isLocked = (await runPrepared(db, lock.compile(db)))[0]?.taken;
  // A separate statement, because it must see what was committed before the lock was free.
  const stored = sql<{ request: string; response: string }>`
    select request, response from idempotency_keys where id = ${id} and expires_at > now()`;
  const [found] = await runPrepared(db, stored.compile(db));
  if (found && found.request !== request) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  if (!found && !isLocked) throw new ApiError('IDEMPOTENCY_KEY_IN_USE');
  return found?.response;
}

async function storeResponse(db: Transaction, stored: StoredKey & { response: string }) {
  const { id, request, response } = stored;
  const insertion = sql`
    insert into idempotency_keys (id, request, response, expires_at)
    values (${id}, ${request}, ${response}, now() + interval '1 day')
    on conflict (id) do update set
      request = excluded.request, response = excluded.response, expires_at = excluded.expires_at`;
  await runPrepared(db, insertion.compile(db));
}

/** Deletes expired keys. */
export async function pruneIdempotencyKeys({ execute }: Pick<Database, 'execute'>): Promise<void> {
  await execute({ sql: 'delete from idempotency_keys where expires_at <= now()', parameters: [] });
}

/** A creation that may arrive twice. */
interface KeyedCreation {
  readonly values: RecordValues;
  readonly actor: Actor;
  /** The Idempotency-Key header. */
  readonly key: string;
}

/**
 * Creates a record, unless the same user has created it with the same key within a day: then returns the
 * record of the first response, as far as the user may still see it. The key is stored in the transaction of
 * the write, so a failed creation may be repeated. After draft-ietf-httpapi-idempotency-key-header.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED for other values with the key; IDEMPOTENCY_KEY_IN_USE while another
 * server, or another connection, is creating it; UNAUTHENTICATED without a session, INVALID for a malformed
 * key; what `create` throws; NOT_FOUND for a record that the user may no longer read.
 */
export async function createOnce(service: ResourceService, request: KeyedCreation): Promise<RecordJson> {
  const { actor, values, key } = request;
  const {
    resource,
    hooks: { afterCreate },
  } = service;
  const repeatable = { actor, key, request: [resource.name, JSON.stringify(values)] };
  let isRepeated = false;
  const { record } = await write(service, actor, {
    changes: [{ service, action: 'create', values }],
    isLimited: true,
    returnsRecord: true,
    key: toStoredKey(repeatable),
    within: async (connection, run) => {
      const create = async (): Promise<StoredResponse> => [actor.role, (await run()).record!];
      const { result: stored, ...done } = await once(connection.db, repeatable, create);
      ({ isRepeated } = done);
      const record = isRepeated ? await repeatedResponse(connection, { service, stored }) : stored[1]!;
      return { recorded: [], record };
    },
  });
  if (afterCreate && !isRepeated) await runHook({}, () => afterCreate(record!, actor));
  return record!;
}
