import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { api } from '#frontend/shell/http/api.ts';
import { blockedByDemo } from '#frontend/shell/http/explaining-dialogs.ts';
import { actingHeaders, reportUnauthorized } from '#frontend/shell/http/http.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';

/** A file to send. */
interface FileRequest {
  readonly url: string;
  readonly file: File;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the sent fraction, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Posts a file; returns the JSON of the response. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress. Rejects with an HttpError, or with the reason of the signal.
 */
export async function sendFile<Data>(request: FileRequest): Promise<Data> {
  const { status, body } = await send(request);
  if (status === 401) await reportUnauthorized();
  if (status >= 200 && status < 300) return body as Data;
  throw new HttpError({ status, statusText: '', body });
}

/** Resolves with status 0 without a connection. */
function send({ url, file, contentType, headers = {}, onProgress, signal }: FileRequest) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    if (blockedByDemo({ method: 'POST', url })) return resolve({ status: 403, body: { code: 'DEMO_MODE' } });
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.setRequestHeader('content-type', contentType);
    for (const [header, value] of Object.entries({ ...actingHeaders(), ...headers }))
      request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onerror = () => resolve({ status: 0, body: null });
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

interface Upload extends Pick<FileRequest, 'file' | 'onProgress' | 'signal'> {
  readonly resource: string;
  readonly field: string;
}

/** Uploads a file for a field. Rejects with an HttpError, or with the reason of the signal. */
export function uploadFile({ resource, field, ...upload }: Upload): Promise<UploadedFile> {
  const url = api.files.upload.url({ query: { resource, field, name: upload.file.name } });
  return sendFile({ ...upload, url, contentType: 'application/octet-stream' });
}
