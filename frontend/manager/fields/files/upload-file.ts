import type { UploadedFile } from '#contract/schema/fields/upload.ts';
import { blockedByDemo } from '../../../http/demo.ts';
import { HttpError } from '../../../http/http-error.ts';

interface Upload {
  readonly resource: string;
  readonly field: string;
  readonly file: File;
  /** Called with the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a file for a field. Not by `fetch`, which tells nothing of what is sent already. Rejects with an HttpError,
 * or with the reason of the signal.
 */
export function uploadFile({ resource, field, file, onProgress, signal }: Upload): Promise<UploadedFile> {
  const url = `/api/files?${new URLSearchParams({ resource, field, name: file.name })}`;
  const failed = (status: number, body: unknown = null) => new HttpError({ status, statusText: '', body });
  return new Promise((resolve, reject) => {
    if (blockedByDemo({ method: 'POST', url })) return reject(failed(403, { code: 'DEMO_MODE' }));
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status === 201 ? resolve(request.response) : reject(failed(request.status, request.response));
    request.onerror = () => reject(failed(0));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
