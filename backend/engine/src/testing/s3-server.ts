import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '#backend/kernel/settings/services.ts';

/** A server of the S3 protocol with one empty bucket, in this process. */
export interface S3Server {
  readonly settings: S3Settings;
  close(): Promise<void>;
}

/** Starts a server of the S3 protocol on a free port. It checks the access key, but not what is signed with it. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'bindery-s3-'));
  const bucket = 'bindery-files';
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, prefix: 'test/' },
      // The only keys that it knows.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
