import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '#backend/kernel/settings/settings.ts';

/** A server of the S3 protocol with one empty bucket, in this process. */
export interface S3Server {
  readonly settings: S3Settings;
  close(): Promise<void>;
}

interface Stored {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Starts a server of the S3 protocol on a free port: PUT, GET with ranges, and DELETE of objects, and HEAD of
 * the bucket. Like a real store, it rejects invalid keys and signatures, and contents with another hash.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const server = createServer((req, res) => void respond(req, res).catch(() => res.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'bindery-files',
    prefix: 'test/',
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
  };

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '';
    const content = await buffer(req);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const statedHash = req.headers['x-amz-content-sha256'];
    if (!(await isSigned(req, settings))) return end(res, 403, 'SignatureDoesNotMatch');
    if (path.split('/')[1] !== settings.bucket) return end(res, 404, 'NoSuchBucket');
    if (req.method === 'PUT') {
      if (statedHash !== sha256) return end(res, 400, 'XAmzContentSHA256Mismatch');
      objects.set(path, { type: req.headers['content-type'] ?? '', content });
      return end(res, 200);
    }
    if (req.method === 'DELETE') {
      objects.delete(path);
      return end(res, 204);
    }
    if (req.method === 'HEAD') return end(res, 200);
    const object = objects.get(path);
    if (!object) return end(res, 404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
    const part = from === undefined ? object.content : object.content.subarray(Number(from), Number(to) + 1);
    res.writeHead(from === undefined ? 200 : 206, { 'content-type': object.type }).end(part);
  }

  return {
    settings,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function end(res: ServerResponse, status: number, code = ''): void {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(code && `<Error><Code>${code}</Code></Error>`);
}

/** Returns whether the keys give the signature of a request. */
async function isSigned(req: IncomingMessage, settings: S3Settings): Promise<boolean> {
  const { authorization = '', 'x-amz-date': datetime } = req.headers;
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const headers = Object.fromEntries(names.split(';').map((name) => [name, String(req.headers[name])]));
  const signer = new AwsV4Signer({
    method: req.method ?? 'GET',
    url: settings.endpoint + req.url,
    headers,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    datetime: String(datetime),
  });
  const { headers: signed } = await signer.sign();
  return signed.get('authorization') === authorization;
}
