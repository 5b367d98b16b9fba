import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '@bindery/backend/database/connection.ts';
import { ApiError } from '@bindery/backend/kernel/http/api-error.ts';
import { storageKey } from '@bindery/backend/records/files/storage/key.ts';
import type { FileStorage } from '@bindery/backend/records/files/storage/storage.ts';
import { dropFile, type NewFile } from '@bindery/backend/records/files/store.ts';
import { uploadFile } from '@bindery/backend/records/files/upload.ts';
import type { UploadRules } from '@bindery/contract/schema/fields/upload.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { createRandom, type Random, sentences } from './make-text.ts';

/** The maximum number of files per field: each is processed like an upload, and records share them. */
export const MAX_FILES = 12;

/** The files generated for the fields of a resource: their ids, by field. */
export type MadeFiles = ReadonlyMap<string, readonly string[]>;

interface Making {
  readonly resource: Resource;
  /** The number of records to generate. */
  readonly count: number;
  readonly seed: string;
  /** The user recorded as the uploader. */
  readonly uploaderId: string;
}

interface Keeping {
  readonly database: Database;
  readonly storage: FileStorage;
}

/** The content of a file before its upload. */
interface Content {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A PDF of one page. */
const PDF = join(import.meta.dirname, 'document.pdf');

/** Returns a file that the rules of a field allow; undefined if they allow none of the possible kinds. */
async function contentFor(rules: UploadRules, random: Random): Promise<Content | undefined> {
  const { isImage, types, maxMegapixels } = rules;
  const allows = (type: string) => types === undefined || types.includes(type);
  if (isImage) return { name: 'picture.png', bytes: await makePicture(random, maxMegapixels) };
  if (allows('application/pdf')) return { name: 'document.pdf', bytes: await readFile(PDF) };
  if (allows('text/plain')) return { name: 'notes.txt', bytes: Buffer.from(`${sentences(random)}\n`) };
  if (allows('image/png')) return { name: 'picture.png', bytes: await makePicture(random, 1) };
  return undefined;
}

/** Returns whether a field gets files: an optional read-only one does not, as stated rules cannot apply. */
const isFilled = (field: ResourceField): field is ResourceField & { readonly upload: UploadRules } =>
  field.upload !== undefined && (!field.readOnly || field.required);

/**
 * Generates a few files for each upload field of a resource, and stores them like uploads. Fields whose rules
 * allow none of the possible kinds, or only smaller files, get none. `made` receives each file at once, so
 * that the caller can remove it after a failure.
 * @throws ApiError STORAGE_FULL or FILES_UNAVAILABLE.
 */
export async function makeFiles(
  keeping: Keeping,
  { resource, count, seed, uploaderId }: Making,
  made: NewFile[],
): Promise<MadeFiles> {
  const files = new Map<string, string[]>();
  for (const field of Object.values<ResourceField>(resource.fields).filter(isFilled)) {
    const { name, upload: rules } = field;
    const ids: string[] = [];
    for (let number = 0; number < Math.min(count, MAX_FILES); number++) {
      const random = createRandom(`${seed} ${resource.name}.${name} ${number}`);
      const content = await contentFor(rules, random);
      if (!content) break;
      const upload = { resource: resource.name, field: name, rules, uploaderId, onReceived: () => {} };
      const body = Readable.from([content.bytes]);
      const file = await uploadFile(keeping, { ...upload, body, name: content.name }).catch(unlessRefused);
      if (!file) break;
      made.push(file);
      ids.push(file.id);
    }
    files.set(name, ids);
  }
  return files;
}

/** The rules of the field reject the generated file. */
const unlessRefused = (error: unknown): undefined => {
  if (error instanceof ApiError && ['TOO_LARGE', 'UNUSABLE_FILE'].includes(error.code)) return undefined;
  throw error;
};

/** Removes files that no record uses after all. */
export async function removeFiles({ database, storage }: Keeping, files: readonly NewFile[]): Promise<void> {
  for (const { id, thumbnails } of files) {
    for (const variant of ['original', ...thumbnails]) await storage.remove(storageKey(id, variant));
    await dropFile(database, id);
  }
}

/** The size of a generated picture: portrait, and wide enough for two thumbnails. */
const [WIDTH, HEIGHT] = [480, 640];
/** Its tiles. Whole tiles of one colour make small files. */
const [COLUMNS, ROWS] = [6, 8];
const PIXELS_PER_MEGAPIXEL = 1_000_000;

/** Generates a PNG of tiles in two colours within a pixel limit; equal random numbers give equal pictures. */
async function makePicture({ helpers, number, datatype }: Random, maxMegapixels: number): Promise<Buffer> {
  const colour = (min: number, max: number) => helpers.multiple(() => number.int({ min, max }), { count: 3 });
  const [ground, figure] = [colour(20, 140), colour(130, 250)];
  const tile = () => (datatype.boolean(0.4) ? figure : ground);
  const tiles = Uint8Array.from(helpers.multiple(tile, { count: COLUMNS * ROWS }).flat());
  const scale = Math.min(1, Math.sqrt((maxMegapixels * PIXELS_PER_MEGAPIXEL) / (WIDTH * HEIGHT)));
  const [width, height] = [WIDTH, HEIGHT].map((side) => Math.max(1, Math.floor(side * scale)));
  const { default: sharp } = await import('sharp');
  return sharp(tiles, { raw: { width: COLUMNS, height: ROWS, channels: 3 } })
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .png()
    .toBuffer();
}
