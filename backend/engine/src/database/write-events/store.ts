import type { Database } from '#backend/database/connection.ts';
import type { Changes, NamedApiKey, RecordChange } from '#backend/database/history.ts';

/** An event that this server has claimed. */
export interface ClaimedEvent {
  readonly position: string;
  readonly id: string;
  readonly resource: string;
  readonly recordId: string;
  readonly action: RecordChange['action'];
  readonly actorId: string | null;
  readonly impersonatorId: string | null;
  readonly apiKey: NamedApiKey | null;
  readonly batch: string | null;
  readonly changes: Changes;
  readonly at: Date;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

/** How long an event belongs to the server that has claimed it, unless that server renews the claim. */
export const LEASE_SECONDS = 20;

// An event waits for earlier events of its record, except those whose delivery has stopped.
const CLAIM = `
  update write_events set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
  where position in (
    select position from write_events as event
    where resource = $1 and due_at <= now() and failed_at is null and not exists (
      select from write_events as earlier
      where earlier.resource = event.resource and earlier.record_id = event.record_id
        and earlier.position < event.position and earlier.failed_at is null)
    order by due_at, position limit $2 for update skip locked)
  returning position::text, id, resource, record_id as "recordId", action, actor_id as "actorId",
    impersonator_id as "impersonatorId", api_key as "apiKey", batch, changes, attempts,
    extract(epoch from at) * 1000 as at`;

type Store = Pick<Database, 'execute'>;

const table = 'write_events';

/** Claims some of the due events of a resource, in order. */
export async function claimEvents(
  { execute }: Store,
  { resource, limit }: { resource: string; limit: number },
): Promise<ClaimedEvent[]> {
  const rows = await execute<Omit<ClaimedEvent, 'at'> & { at: unknown }>({
    sql: CLAIM,
    parameters: [resource, limit],
    table,
  });
  const events = rows.map((row): ClaimedEvent => ({ ...row, at: new Date(Number(row.at)) }));
  return events.toSorted((one, other) => (BigInt(one.position) < BigInt(other.position) ? -1 : 1));
}

/** Renews the claim of this server on an event. */
export async function keepEvent({ execute }: Store, { position }: ClaimedEvent): Promise<void> {
  await execute({
    sql: `update write_events set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where position = $1`,
    parameters: [position],
    table,
  });
}

/** Removes an event that has been delivered. */
export async function removeEvent({ execute }: Store, { position }: ClaimedEvent): Promise<void> {
  await execute({ sql: 'delete from write_events where position = $1', parameters: [position], table });
}

/** Returns a claimed event, to be delivered by any server after some seconds. */
export async function returnEvent(
  { execute }: Store,
  { event, seconds, error }: { event: ClaimedEvent; seconds: number; error: string },
): Promise<void> {
  await execute({
    sql: 'update write_events set due_at = now() + make_interval(secs => $2), error = $3 where position = $1',
    parameters: [event.position, seconds, error],
    table,
  });
}

/** Returns an event whose attempt was interrupted, as if it had never been claimed. */
export async function releaseEvent({ execute }: Store, { position }: ClaimedEvent): Promise<void> {
  await execute({
    sql: 'update write_events set due_at = now(), attempts = attempts - 1 where position = $1',
    parameters: [position],
    table,
  });
}

/** Stops the delivery of an event; its row stays, with the error. */
export async function giveUpEvent(
  { execute }: Store,
  { event, error }: { event: ClaimedEvent; error: string },
): Promise<void> {
  await execute({
    sql: 'update write_events set failed_at = now(), error = $2 where position = $1',
    parameters: [event.position, error],
    table,
  });
}
