import { createHash } from 'node:crypto';
import type { ImportState } from '@bindery/contract/records/imports.ts';
import type { Request } from 'express';
import { toStoredActor } from '#backend/access/sessions/stored-actor.ts';
import { newId } from '#backend/database/id.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';
import { type KeyedRequest, once } from '#backend/records/resources/write/idempotency-key.ts';
import { readHeadings } from './read-records.ts';
import { receiveFile } from './receive-file.ts';
import {
  addChunk,
  addImport,
  changeImport,
  deleteImport,
  findImport,
  pruneImports,
  toState,
} from './store.ts';

const MAX_NAME_LENGTH = 255;

/**
 * Stores an uploaded CSV file in the database, piece by piece on arrival, so that every server can read it.
 * @throws ApiError TOO_LARGE; INVALID for a file that is no CSV file in UTF-8; what `once` throws.
 */
export async function uploadImport(
  req: Request,
  { service, actor, key }: KeyedRequest<UserActor> & { service: ResourceService },
): Promise<ImportState> {
  if (!req.is(['text/csv', 'application/octet-stream', 'text/plain', 'application/vnd.ms-excel']))
    throw new ApiError('INVALID', { message: 'Send the file as the body, with the content type text/csv' });
  const { database, resource } = service;
  const db = database.kysely;
  const id = newId();
  const name = nameOf(req);
  await pruneImports(database);
  await addImport(db, { id, resource: resource.name, name, ...toStoredActor(actor) });
  try {
    const hash = createHash('sha256');
    const { start, ...file } = await receiveFile(req, async (piece) => {
      hash.update(piece.data);
      await addChunk(db, { importId: id, ...piece });
    });
    const headings = readHeadings(start);
    // Whether an upload repeats an earlier one is known only after all of it has arrived.
    const request = ['upload', resource.name, name, hash.digest('hex')];
    const { result } = await db.transaction().execute((within) =>
      once(within, { actor, key, request }, async () => {
        await changeImport(within, { id, ...file, ...headings, state: 'uploaded' });
        return id;
      }),
    );
    if (result !== id) await deleteImport(db, id);
    const stored = await findImport(db, { id: result, actorId: actor.id });
    if (!stored) throw new ApiError('NOT_FOUND');
    return toState(stored);
  } catch (error) {
    // The rest of the file is read and dropped: unread, it would block the connection.
    req.resume();
    await deleteImport(db, id);
    throw error;
  }
}

/** Returns the file name that the client sends, without characters that a text column cannot store. */
function nameOf(req: Request): string {
  const given = req.query.name;
  const name = typeof given === 'string' ? given.toWellFormed().replaceAll(/\p{Cc}/gu, '') : '';
  return name.slice(0, MAX_NAME_LENGTH) || 'import.csv';
}
