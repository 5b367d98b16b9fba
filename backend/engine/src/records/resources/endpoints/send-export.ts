import type { Readable } from 'node:stream';
import type { ExportBody, ExportQuery } from '@bindery/contract/records/resources/export-query.ts';
import type { Response } from 'express';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { exportCsv } from '../operations/export.ts';
import type { ResourceService } from '../resource-service.ts';

/**
 * Starts to send an export; returns its stream, which ends early if the client disconnects or is too slow.
 * @throws ApiError TOO_MANY_REQUESTS while other exports are being sent to the same user.
 */
export function startExport(
  res: Response,
  { service, actor, query }: { service: ResourceService; actor: UserActor; query: ExportQuery | ExportBody },
): Promise<Readable> {
  const open = async () => {
    const { total, pieces } = await exportCsv(service, { query, actor });
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${service.resource.name}-${day}.csv"`,
      'X-Total-Count': String(total),
      'Cache-Control': 'private, no-store',
    };
    return { headers, pieces };
  };
  return startDownload(res, { userId: actor.id, open });
}
