import type { Readable } from 'node:stream';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';

/** A local file to store. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly type: string;
}

/** The first and the last byte of a part. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The storage of uploaded files. Keys are two names with a slash: the id of a file, and a variant of it. */
export interface FileStorage {
  /** A folder for files being received; objects are moved from it, without copying where possible. */
  readonly workFolder: string;
  /**
   * Stores an object: all of it, or nothing.
   * @throws ApiError STORAGE_FULL or FILES_UNAVAILABLE.
   */
  put(key: string, file: LocalFile): Promise<void>;
  /**
   * Returns the bytes of an object, or of a part of it; undefined if there is no such object.
   * @throws ApiError FILES_UNAVAILABLE.
   */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes an object; does nothing if there is none. */
  remove(key: string): Promise<void>;
  /**
   * Checks whether objects can be stored.
   * @throws Error with the problem in one line.
   */
  check(): Promise<void>;
}

/** Returns the configured storage: an S3-compatible store, or else a folder below DATA_DIR. */
export const createStorage = ({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStorage =>
  s3 ? s3Storage(s3) : folderStorage(dataDir);
