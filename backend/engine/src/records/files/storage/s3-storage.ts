import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { S3Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { fileName } from './key.ts';
import { drop, limitReading, type S3Request, type S3Times, sendToS3 } from './s3-request.ts';
import type { FileStorage } from './storage.ts';

/** Stores files in a bucket of an S3-compatible store, at addresses of the form endpoint/bucket/key. */
export function s3Storage(settings: S3Settings, times?: S3Times): FileStorage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, prefix } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const urlOf = (key: string) => {
    const { id, variant } = fileName(key);
    return `${bucketUrl}/${prefix}${id}/${variant}`;
  };
  const call = async (asked: S3Request) => {
    try {
      return await sendToS3(client, asked, times);
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    workFolder: join(tmpdir(), 'bindery-files'),
    put: async (key, { path, size, sha256, type }) => {
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 };
      const response = await call({ method: 'PUT', url: urlOf(key), headers, file: { path, size } });
      if (!isOk(response)) throw await refused(response);
      drop(response);
    },
    get: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await call({ method: 'GET', url: urlOf(key), ...(headers && { headers }) });
      if (response.statusCode === 404) {
        drop(response);
        return undefined;
      }
      if (!isOk(response)) throw await refused(response);
      return response;
    },
    remove: async (key) => {
      const response = await call({ method: 'DELETE', url: urlOf(key) });
      if (!isOk(response) && response.statusCode !== 404) throw await refused(response);
      drop(response);
    },
    check: async () => {
      const response = await call({ method: 'HEAD', url: bucketUrl });
      drop(response);
      const { statusCode: status = 0 } = response;
      if (status === 404) throw new Error(`FILES_S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}`);
      if (status === 401 || status === 403)
        throw new Error(`FILES_S3_ACCESS_KEY_ID: ${endpoint} refuses these keys for "${bucket}"`);
      if (status >= 400) throw new Error(`FILES_S3_ENDPOINT: ${endpoint} answers with ${status}`);
    },
  };
}

const isOk = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300;

function unavailable(cause: unknown): ApiError {
  logger.error({ err: cause }, 'the store of files cannot be used');
  return new ApiError('FILES_UNAVAILABLE');
}

/** Logs the reason that the store gives, for the administrator and not for users. */
async function refused(response: IncomingMessage): Promise<ApiError> {
  if (response.statusCode === 507) {
    drop(response);
    return new ApiError('STORAGE_FULL');
  }
  limitReading(response);
  const body = await text(response).catch((error: Error) => error.message);
  return unavailable(new Error(`${response.statusCode} ${body.slice(0, 500)}`));
}
