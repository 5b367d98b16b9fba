import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { api } from '#frontend/shell/http/api.ts';
import { type FileRequest, sendFile } from '../../upload/send-file.ts';

interface Upload extends Pick<FileRequest, 'file' | 'onProgress' | 'signal'> {
  readonly resource: string;
  readonly field: string;
}

/** Uploads a file for a field. Rejects with an HttpError, or with the reason of the signal. */
export function uploadFile({ resource, field, ...upload }: Upload): Promise<UploadedFile> {
  const url = api.files.upload.url({ query: { resource, field, name: upload.file.name } });
  return sendFile({ ...upload, url, contentType: 'application/octet-stream' });
}
