import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { addFile, completeFile } from '#backend/records/files/store.ts';

/** Inserts a file into the database as if a user had uploaded it for a field; the storage lacks it. */
export async function insertFile(
  database: Database,
  { resource, field, uploaderId }: { resource: Resource; field: ResourceField; uploaderId: string },
): Promise<string> {
  const id = newId();
  const image = field.upload?.isImage ? { width: 200, height: 300, thumbnails: [160] } : undefined;
  await addFile(database, {
    id,
    resource: resource.name,
    field: field.name,
    uploaderId,
    name: 'sample.webp',
    type: 'image/webp',
    size: 1234,
    sha256: '0'.repeat(64),
    ...(image ?? { width: null, height: null, thumbnails: [] }),
  });
  await completeFile(database, id);
  return id;
}
