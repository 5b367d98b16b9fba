import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Response } from 'express';
import { ConcurrencyLimit } from '#backend/database/concurrency-limit.ts';
import type { UserActor } from '#backend/http/actor.ts';
import { logger } from '#backend/logging/logger.ts';
import type { ExportBody, ExportQuery } from '#contract/resources/export-query.ts';
import { exportCsv } from '../operations/export.ts';
import type { ResourceService } from '../resource-service.ts';

/** The number of exports that a server sends at once: in total, and per user; others wait, then get a 503. */
const AT_ONCE = { total: 4, perKey: 2, waitMs: 4_000 };
/** The longest that a client may take nothing before its export is given up. */
const STALLED_MS = 60_000;

const limit = new ConcurrencyLimit(AT_ONCE);

/**
 * Starts to send an export; returns its stream, which ends early when the client goes away or stops reading.
 *
 * @throws DatabaseBusy when too many exports are being sent.
 */
export function startExport(
  res: Response,
  { service, actor, query }: { service: ResourceService; actor: UserActor; query: ExportQuery | ExportBody },
): Promise<Readable> {
  const started = Promise.withResolvers<Readable>();
  const send = async () => {
    const { total, pieces } = await exportCsv(service, { query, actor });
    // A HEAD request asks only for the headers.
    const stream = Readable.from(res.req.method === 'HEAD' ? [] : pieces, { objectMode: false });
    const day = new Date().toISOString().slice(0, 10);
    res.set({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${service.resource.name}-${day}.csv"`,
      'X-Total-Count': String(total),
      'Cache-Control': 'private, no-store',
    });
    res.setTimeout(STALLED_MS, () => res.destroy());
    res.once('close', () => stream.destroy());
    if (res.closed) stream.destroy();
    started.resolve(stream);
    await finished(stream).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      logger.error({ err: error, resource: service.resource.name }, 'export failed');
      // A part is already sent: only closing the connection tells the client that the file is incomplete.
      res.destroy();
    });
  };
  limit.run(actor.id, send).catch(started.reject);
  return started.promise;
}
