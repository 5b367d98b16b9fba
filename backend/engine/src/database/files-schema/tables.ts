import { defineEntity, type EntitySchema, p } from '@mikro-orm/core';

/**
 * An uploaded file. Fields of records reference it with a foreign key, so that it cannot be deleted while in
 * use. Its content is in the storage, under its id.
 */
export const StoredFile = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    /** The field that it was uploaded for, and its uploader. */
    resource: p.string().length(100),
    field: p.string().length(100),
    uploaderId: p.uuid(),
    name: p.string().length(255),
    type: p.string().length(255),
    size: p.integer(),
    sha256: p.string().length(64),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** The widths of its thumbnails. */
    thumbnails: p.json<number[]>(),
    /** False until the storage has the whole file. */
    isStored: p.boolean().default(false),
    /** When a record first referenced it; null while it is only uploaded. */
    attachedAt: p.datetime(3).nullable(),
    /** When the sweep first found no record that refers to it. */
    unusedSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A deleted file whose content may still be in the storage. */
export const FileRemoval = defineEntity({
  name: 'FileRemoval',
  tableName: 'file_removals',
  properties: {
    id: p.uuid().primary(),
    thumbnails: p.json<number[]>(),
    createdAt: p.datetime(3),
  },
});

/** The entities of uploaded files. */
export const fileTables = [StoredFile, FileRemoval] as EntitySchema[];
