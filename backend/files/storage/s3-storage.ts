import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '#backend/http/api-error.ts';
import { logger } from '#backend/logging/logger.ts';
import type { S3Settings } from '#backend/settings/services.ts';
import { fileName } from './key.ts';
import type { FileStorage } from './storage.ts';

/** The longest that the store may take to answer, and to take an object. */
const ANSWER_MS = 10_000;
const UPLOAD_MS = 50_000;

/** Keeps files in a bucket of an S3-compatible store, by addresses of the form endpoint/bucket/key. */
export function s3Storage(settings: S3Settings): FileStorage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, prefix } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const urlOf = (key: string) => {
    const { id, variant } = fileName(key);
    return `${bucketUrl}/${prefix}${id}/${variant}`;
  };
  const call = async (url: string, { timeout = ANSWER_MS, ...init }: RequestInit & { timeout?: number }) => {
    // Ends the wait for the answer, but not the reading of a long one.
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(new Error(`No answer within ${timeout} ms`)), timeout);
    try {
      return await client.fetch(url, { ...init, signal: tooLate.signal });
    } catch (error) {
      throw unavailable(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    workFolder: join(tmpdir(), 'bindery-files'),
    put: async (key, { path, sha256, type }) => {
      const response = await call(urlOf(key), {
        timeout: UPLOAD_MS,
        method: 'PUT',
        headers: { 'Content-Type': type, 'X-Amz-Content-Sha256': sha256 },
        body: await openAsBlob(path, { type }),
      });
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    get: async (key, range) => {
      const headers = range && { Range: `bytes=${range.start}-${range.end}` };
      const response = await call(urlOf(key), { ...(headers && { headers }) });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok || !response.body) throw await refused(response);
      return Readable.fromWeb(response.body as ReadableStream);
    },
    remove: async (key) => {
      const response = await call(urlOf(key), { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
    check: async () => {
      const { status } = await call(bucketUrl, { method: 'HEAD' });
      if (status === 404) throw new Error(`FILES_S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}`);
      if (status === 401 || status === 403)
        throw new Error(`FILES_S3_ACCESS_KEY_ID: ${endpoint} refuses these keys for "${bucket}"`);
      if (status >= 400) throw new Error(`FILES_S3_ENDPOINT: ${endpoint} answers with ${status}`);
    },
  };
}

function unavailable(cause: unknown): ApiError {
  logger.error({ err: cause }, 'the store of files cannot be used');
  return new ApiError('FILES_UNAVAILABLE');
}

/** Logs the reason that the store gives, which is for the administrator and not for users. */
async function refused(response: Response): Promise<ApiError> {
  const body = (await response.text()).slice(0, 500);
  if (response.status === 507) return new ApiError('STORAGE_FULL');
  return unavailable(new Error(`${response.status} ${body}`));
}
