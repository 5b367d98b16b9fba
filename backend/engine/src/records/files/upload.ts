import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@bindery/contract/records/errors.ts';
import { typeNames } from '@bindery/contract/records/files/type-names.ts';
import type { FieldErrorKey } from '@bindery/contract/records/validation.ts';
import type { UploadRules } from '@bindery/contract/schema/fields/upload.ts';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '#backend/database/connection.ts';
import { isStorageFull } from '#backend/database/connection-errors.ts';
import { newId } from '#backend/database/id.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { cleanFileName } from './file-name.ts';
import { processImage } from './images.ts';
import { storageKey } from './storage/key.ts';
import type { FileStorage, LocalFile } from './storage/storage.ts';
import { addFile, completeFile, dropFile, type NewFile } from './store.ts';

/** An incoming file for a field. */
interface Incoming {
  readonly body: Readable;
  readonly name: string | undefined;
  readonly resource: string;
  readonly field: string;
  readonly rules: UploadRules;
  readonly uploaderId: string;
  /** Called once the whole file has arrived, before it is processed. */
  readonly onReceived: () => void;
}

/** The result of an upload: its variants as local files, by name. */
interface Prepared
  extends Pick<NewFile, 'name' | 'type' | 'size' | 'sha256' | 'width' | 'height' | 'thumbnails'> {
  readonly variants: ReadonlyMap<string | number, LocalFile>;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Receives a file, checks its content against the rules of its field, and stores it: all of it, or nothing.
 * @throws ApiError TOO_LARGE or UNUSABLE_FILE, which name the rule; STORAGE_FULL; FILES_UNAVAILABLE.
 */
export async function uploadFile(
  { database, storage }: { database: Database; storage: FileStorage },
  incoming: Incoming,
): Promise<NewFile> {
  const { resource, field, rules, uploaderId } = incoming;
  await mkdir(storage.workFolder, { recursive: true });
  const folder = await mkdtemp(join(storage.workFolder, 'upload-'));
  try {
    const maxBytes = rules.maxMB * 1_000_000;
    const received = await receive(incoming.body, { path: join(folder, 'received'), maxBytes });
    if (!received) throw rejection('TOO_LARGE', field, 'errors.fileTooLarge', { max: rules.maxMB });
    incoming.onReceived();
    const { variants, ...prepared } = await prepare(received, { ...incoming, folder });
    const file: NewFile = { id: newId(), resource, field, uploaderId, ...prepared };
    await addFile(database, file);
    await keep({ database, storage }, { file, variants });
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rejection = (
  ...[code, field, key, values]: [ErrorCode, string, FieldErrorKey, Record<string, string | number>?]
) => new ApiError(code, errorsAt(field, key, values));

/** Puts all variants into the storage; if one fails, removes the others again. */
async function keep(
  { database, storage }: { database: Database; storage: FileStorage },
  { file, variants }: { file: NewFile; variants: Prepared['variants'] },
): Promise<void> {
  try {
    // In parallel, because the time limits of the storage apply to each. All finish before the others are
    // removed again.
    const puts = [...variants].map(([variant, local]) => storage.put(storageKey(file.id, variant), local));
    for (const put of await Promise.allSettled(puts)) if (put.status === 'rejected') throw put.reason;
    await completeFile(database, file.id);
  } catch (error) {
    // If the storage is unreachable, the row stays, and the sweep removes both later.
    const cleaning = [...variants.keys()].map((variant) => storage.remove(storageKey(file.id, variant)));
    await Promise.all(cleaning)
      .then(() => dropFile(database, file.id))
      .catch(() => {});
    throw error;
  }
}

async function prepare(
  received: Received,
  { rules, field, name, uploaderId, folder }: Incoming & { folder: string },
): Promise<Prepared> {
  const unusable = (key: FieldErrorKey, values?: Record<string, string | number>) =>
    rejection('UNUSABLE_FILE', field, key, values);
  if (received.size === 0) throw unusable('errors.fileEmpty');
  const sniffed = (await fileTypeFromFile(received.path).catch(() => undefined))?.mime;
  const type = sniffed ?? (received.isText ? 'text/plain' : UNKNOWN_TYPE);
  if (rules.types && !rules.types.includes(type))
    throw unusable('errors.fileType', { types: typeNames(rules.types) });
  if (!rules.isImage) {
    const local = { ...received, type };
    const facts = { name: cleanFileName(name), type, size: local.size, sha256: local.sha256 };
    return { ...facts, width: null, height: null, thumbnails: [], variants: new Map([['original', local]]) };
  }
  const { maxMegapixels } = rules;
  const image = await processImage(received.path, { type, maxMegapixels, folder, user: uploaderId });
  if (image === 'unreadable') throw unusable('errors.imageUnreadable');
  if (image === 'tooManyPixels') throw unusable('errors.imageTooLarge', { max: maxMegapixels });
  const { original, thumbnails, width, height, extension } = image;
  return {
    name: cleanFileName(name, extension),
    width,
    height,
    type: original.type,
    size: original.size,
    sha256: original.sha256,
    thumbnails: thumbnails.map((thumbnail) => thumbnail.width),
    variants: new Map<string | number, LocalFile>([
      ['original', original],
      ...thumbnails.map((thumbnail) => [thumbnail.width, thumbnail] as const),
    ]),
  };
}

/** A received file. */
interface Received {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Whether it is text in UTF-8. */
  readonly isText: boolean;
}

/**
 * Writes a request's body to a file as it arrives.
 * @returns undefined as soon as there is more than `maxBytes`.
 * @throws ApiError STORAGE_FULL; INVALID if the client disconnects.
 */
export async function receive(
  stream: Readable,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Received | undefined> {
  const hash = createHash('sha256');
  const text = new TextDecoder('utf-8', { fatal: true });
  let [size, isText] = [0, true];
  const decode = (bytes?: Buffer) => {
    try {
      const part = bytes ? text.decode(bytes, { stream: true }) : text.decode();
      if (part.includes('\0')) isText = false;
    } catch {
      isText = false;
    }
  };
  const file = await open(path, 'wx', 0o600).catch(orFull);
  try {
    // A rejected request keeps its connection: the client reads the response while it is still sending.
    const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const bytes of pieces) {
      size += bytes.length;
      if (size > maxBytes) return undefined;
      hash.update(bytes);
      if (isText) decode(bytes);
      await file.write(bytes).catch(orFull);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw new ApiError('INVALID');
    throw error;
  } finally {
    await file.close();
  }
  if (isText) decode();
  return { path, size, sha256: hash.digest('hex'), isText };
}

const orFull = (error: unknown): never => {
  throw isStorageFull(error) ? new ApiError('STORAGE_FULL', {}, { cause: error }) : error;
};
