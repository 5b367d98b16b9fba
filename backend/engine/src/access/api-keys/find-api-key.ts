import type { Rights, Statements } from '@bindery/contract/records/rights.ts';
import type { Roles } from '@bindery/contract/schema/index.ts';
import type { RowUserFields } from '#backend/access/sessions/row-user-fields.ts';
import { toSessionUser, USER_COLUMNS, type UserColumns } from '#backend/access/sessions/session-store.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { logger } from '#backend/logging/logger.ts';
import { isKeyOf, prefixOf } from './key.ts';

/** How long a use of a key may go unrecorded, so that not every request writes. */
const USE_RECORDED_EVERY = '1 minute';

/**
 * Selects a key and its user in one statement; nothing is cached, so that all changes take effect with the
 * next request.
 */
const statementWith = (rowUserFields: RowUserFields | undefined) => `
  select k.id, k.name as key_name, k.hash, k.read_only, k.created_at::text, k.expires_at::text,
         k.expires_at <= now() as is_expired, k.revoked_at is not null as is_revoked,
         u.banned is true and (u.ban_expires is null or u.ban_expires > now()) as is_banned,
         k.last_used_at is null or k.last_used_at < now() - interval '${USE_RECORDED_EVERY}' as is_use_unrecorded,
         ${USER_COLUMNS}${rowUserFields?.columns ?? ''}
  from api_keys k join users u on u.id = k.user_id
  where k.prefix = $1`;

const RECORD_USE = `
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '${USE_RECORDED_EVERY}')`;

interface KeyRow extends UserColumns {
  readonly id: string;
  readonly key_name: string;
  readonly hash: string;
  readonly read_only: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly is_expired: boolean | null;
  readonly is_revoked: boolean;
  readonly is_banned: boolean;
  readonly is_use_unrecorded: boolean;
}

/** Rights without records: the areas that a role enters, and so what it may see there. */
const AREAS = 'apps';
const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * Returns the current state of a key's user.
 * @throws ApiError API_KEY_INVALID, API_KEY_REVOKED, API_KEY_EXPIRED or API_KEY_BANNED. All but the first
 * require the whole
 *   key.
 */
type FindApiKey = (key: string) => Promise<RequestSession>;

/** Creates the function that finds an API key with one prepared statement. */
export function createFindApiKey(options: {
  database: Pick<Database, 'query' | 'execute'>;
  rights: Rights;
  roles: Roles;
  rowUserFields: RowUserFields | undefined;
}): FindApiKey {
  const { database, rights, roles, rowUserFields } = options;
  const statement = statementWith(rowUserFields);
  const reading = new Map(Object.entries(rights).map(([role, all]) => [role, onlyReading(all)]));
  return async (key) => {
    const row = await findRow(database, { statement, key });
    const user = { ...toSessionUser(row, roles), ...rowUserFields?.fromRow(row) };
    if (row.is_use_unrecorded) await recordUse(database, row.id);
    return {
      id: row.id,
      expiresAt: row.expires_at ? new Date(row.expires_at).toISOString() : NEVER,
      createdAt: new Date(row.created_at),
      needsRenewal: false,
      impersonatedBy: null,
      impersonatorName: null,
      apiKey: { id: row.id, name: row.key_name, isReadOnly: row.read_only },
      rights: (row.read_only ? reading.get(user.role) : rights[user.role]) ?? {},
      user,
    };
  };
}

async function findRow(
  { query }: Pick<Database, 'query'>,
  { statement, key }: { statement: string; key: string },
): Promise<KeyRow> {
  const prefix = prefixOf(key);
  if (prefix === undefined) throw new ApiError('API_KEY_INVALID');
  const [row] = await query<KeyRow>({ sql: statement, parameters: [prefix], mode: 'session' });
  if (!row || !isKeyOf(row.hash, key)) throw new ApiError('API_KEY_INVALID');
  if (row.is_revoked) throw new ApiError('API_KEY_REVOKED');
  if (row.is_expired) throw new ApiError('API_KEY_EXPIRED');
  if (row.is_banned) throw new ApiError('API_KEY_BANNED');
  return row;
}

/** Records the use of a key. A failure does not prevent the response. */
async function recordUse({ execute }: Pick<Database, 'execute'>, id: string): Promise<void> {
  try {
    await execute({ sql: RECORD_USE, parameters: [id], table: 'api_keys' });
  } catch (error) {
    logger.warn({ err: error, apiKey: id }, 'use of an API key not recorded');
  }
}

const onlyReading = (rights: Statements): Statements =>
  Object.fromEntries(
    Object.entries(rights).map(([resource, actions]) => [
      resource,
      resource === AREAS ? actions : actions.filter((action) => action === 'read'),
    ]),
  );
