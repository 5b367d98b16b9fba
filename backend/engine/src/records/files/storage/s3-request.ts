import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';

/**
 * The longest time that a connection to the store may be idle: while it opens, sends, and waits for or reads
 * a response.
 */
const IDLE_MS = 5_000;
/**
 * The longest time until a response starts, whatever arrives meanwhile; sending a file has a separate limit.
 */
const ANSWER_MS = 8_000;
const SENDING_MS = 25_000;
/** The number of attempts after errors that the store declares temporary: it is overloaded, or restarts. */
const ATTEMPTS = 3;
const RETRY_MS = 50;

/** A request to a store. It sends a file with known hash and size. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: { readonly path: string; readonly size: number };
}

/** The time limits of a request; tests have shorter ones. */
export interface S3Times {
  readonly idleMs: number;
  readonly answerMs: number;
  readonly sendingMs: number;
}

const TIMES: S3Times = { idleMs: IDLE_MS, answerMs: ANSWER_MS, sendingMs: SENDING_MS };

/**
 * Sends a signed request to an S3-compatible store; returns the response with an unread body. Uses Node's own
 * client, because `fetch` notices neither that a store stops reading a file nor that it stops sending one.
 * @throws Error as soon as a time limit is exceeded, or the store is unreachable.
 */
export async function sendToS3(
  client: AwsClient,
  asked: S3Request,
  times: S3Times = TIMES,
): Promise<IncomingMessage> {
  const tooLate = AbortSignal.timeout(asked.file ? times.sendingMs : times.answerMs);
  for (let attempt = 1; ; attempt++) {
    const response = await send(client, { asked, tooLate, idleMs: times.idleMs });
    const { statusCode: status = 0 } = response;
    if (attempt === ATTEMPTS || (status < 500 && status !== 429) || status === 507) return response;
    drop(response);
    await wait(Math.random() * RETRY_MS * 2 ** attempt);
  }
}

interface Attempt {
  readonly asked: S3Request;
  readonly tooLate: AbortSignal;
  readonly idleMs: number;
}

async function send(client: AwsClient, { asked, tooLate, idleMs }: Attempt): Promise<IncomingMessage> {
  const { method, url, file } = asked;
  const signed = await client.sign(url, { method, ...(asked.headers && { headers: asked.headers }) });
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
export function drop(response: IncomingMessage): void {
  limitReading(response);
  response.on('error', () => {}).resume();
}

/** Limits the reading of a response that should be short: a store could otherwise send bits of it forever. */
export function limitReading(response: IncomingMessage): void {
  const timer = setTimeout(() => response.destroy(new Error('The store did not end its answer')), IDLE_MS);
  response.once('close', () => clearTimeout(timer));
}

/** A body that waits for its reader does not count as silence of the store. */
function endWhenSilent(response: IncomingMessage, idleMs: number): void {
  response.setTimeout(idleMs, () => {
    if (response.readableLength === 0) response.destroy(new Error(`The store was silent for ${idleMs} ms`));
  });
}
