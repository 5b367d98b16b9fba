import type { Page } from '@playwright/test';

/** The path of the user's jobs. */
export const JOBS_PATH = '/api/history/batches';

interface Initiator {
  readonly type: string;
  readonly url?: string;
}

/**
 * Returns whether code caused a request. The preload links of modules that the script of the document
 * inserts, and no other code, do not count.
 */
const isByCode = ({ type, url }: Initiator): boolean => type === 'script' && url !== 'about:client';

/**
 * Returns the requests caused by code or by another file, not by the document itself. It excludes the
 * pictures of records, because the document cannot name what only its records name, and the request for the
 * user's jobs, which the manager sends two seconds after the page.
 */
export async function lateRequests(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const byFile = initiator.url !== undefined && /\.(js|css)$/.test(initiator.url);
    const { pathname } = new URL(request.url);
    // Error pages request their drawing last, after everything that they need.
    const isDrawing = pathname.startsWith('/assets/sheets-');
    const isExpected = pathname.startsWith('/api/files/') || pathname === JOBS_PATH || isDrawing;
    if ((isByCode(initiator) || byFile) && !isExpected) paths.push(pathname);
  });
  return paths;
}
