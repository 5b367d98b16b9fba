import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { S3Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { fileName } from './key.ts';
import type { FileStorage } from './storage.ts';

/** The number of attempts after errors that the store declares temporary: it is overloaded, or restarts. */
const ATTEMPTS = 3;
const RETRY_MS = 50;

/** A request to a store. It sends a file with known hash and size. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: { readonly path: string; readonly size: number };
}

/** The time limits of a request; tests have shorter ones. */
interface S3Times {
  /** The longest time that a connection to the store may be idle: opening, sending, waiting, or reading. */
  readonly idleMs: number;
  /** The longest time until a response starts, whatever arrives meanwhile; sending has its own limit. */
  readonly responseMs: number;
  readonly sendingMs: number;
}

const TIMES: S3Times = { idleMs: 5_000, responseMs: 8_000, sendingMs: 25_000 };

/**
 * Sends a signed request to an S3-compatible store; returns the response with an unread body. Uses Node's own
 * client, because `fetch` notices neither that a store stops reading a file nor that it stops sending one.
 * @throws Error as soon as a time limit is exceeded, or the store is unreachable.
 */
async function sendToS3(client: AwsClient, s3Request: S3Request, times: S3Times): Promise<IncomingMessage> {
  const tooLate = AbortSignal.timeout(s3Request.file ? times.sendingMs : times.responseMs);
  for (let attempt = 1; ; attempt++) {
    const response = await send(client, { s3Request, tooLate, idleMs: times.idleMs });
    const { statusCode: status = 0 } = response;
    if (attempt === ATTEMPTS || (status < 500 && status !== 429) || status === 507) return response;
    drop(response);
    await wait(Math.random() * RETRY_MS * 2 ** attempt);
  }
}

interface Attempt {
  readonly s3Request: S3Request;
  readonly tooLate: AbortSignal;
  readonly idleMs: number;
}

async function send(client: AwsClient, { s3Request, tooLate, idleMs }: Attempt): Promise<IncomingMessage> {
  const { method, url, file } = s3Request;
  const signed = await client.sign(url, { method, ...(s3Request.headers && { headers: s3Request.headers }) });
  const headers = { ...Object.fromEntries(signed.headers), ...(file && { 'content-length': file.size }) };
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const request = open(url, { method, headers, timeout: idleMs });
  const abort = () => request.destroy(new Error('The store did not answer in time'));
  const endSilence = () => request.destroy(new Error(`The store was silent for ${idleMs} ms`));
  tooLate.addEventListener('abort', abort);
  request.on('timeout', endSilence);
  // Once there is a response, its reader gets the error.
  request.on('error', () => {});
  try {
    if (tooLate.aborted) abort();
    const answered = once(request, 'response');
    sendBody(request, file?.path);
    const [response] = (await answered) as [IncomingMessage];
    endWhenSilent(response, idleMs);
    return response;
  } finally {
    tooLate.removeEventListener('abort', abort);
    request.off('timeout', endSilence);
  }
}

function sendBody(request: ClientRequest, path: string | undefined): void {
  if (path === undefined) return void request.end();
  const stream = createReadStream(path);
  stream.once('error', (error) => request.destroy(error));
  request.once('close', () => stream.destroy());
  stream.pipe(request);
}

/** Reads the rest of a response without content, so that its connection can be reused; limited in time. */
function drop(response: IncomingMessage): void {
  limitReading(response);
  response.on('error', () => {}).resume();
}

/** Limits the reading of a response that should be short: a store could otherwise send bits of it forever. */
function limitReading(response: IncomingMessage): void {
  const timer = setTimeout(
    () => response.destroy(new Error('The store did not end its answer')),
    TIMES.idleMs,
  );
  response.once('close', () => clearTimeout(timer));
}

/** A body that waits for its reader does not count as silence of the store. */
function endWhenSilent(response: IncomingMessage, idleMs: number): void {
  response.setTimeout(idleMs, () => {
    if (response.readableLength === 0) response.destroy(new Error(`The store was silent for ${idleMs} ms`));
  });
}

/** Stores files in a bucket of an S3-compatible store, at addresses of the form endpoint/bucket/key. */
export function s3Storage(settings: S3Settings, times = TIMES): FileStorage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, prefix } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const urlOf = (key: string) => {
    const { id, variant } = fileName(key);
    return `${bucketUrl}/${prefix}${id}/${variant}`;
  };
  const call = async (s3Request: S3Request) => {
    try {
      return await sendToS3(client, s3Request, times);
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    workFolder: join(tmpdir(), 'bindery-files'),
    put: async (key, { path, size, sha256, type }) => {
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 };
      const response = await call({ method: 'PUT', url: urlOf(key), headers, file: { path, size } });
      if (!isOk(response)) throw await rejected(response);
      drop(response);
    },
    get: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await call({ method: 'GET', url: urlOf(key), ...(headers && { headers }) });
      if (response.statusCode === 404) {
        drop(response);
        return undefined;
      }
      if (!isOk(response)) throw await rejected(response);
      return response;
    },
    remove: async (key) => {
      const response = await call({ method: 'DELETE', url: urlOf(key) });
      if (!isOk(response) && response.statusCode !== 404) throw await rejected(response);
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
async function rejected(response: IncomingMessage): Promise<ApiError> {
  if (response.statusCode === 507) {
    drop(response);
    return new ApiError('STORAGE_FULL');
  }
  limitReading(response);
  const body = await text(response).catch((error: Error) => error.message);
  return unavailable(new Error(`${response.statusCode} ${body.slice(0, 500)}`));
}
