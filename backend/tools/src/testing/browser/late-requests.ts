import type { Page } from '@playwright/test';

/**
 * Returns the requests caused by code or by another file, rather than by the document itself. The pictures of records are
 * left out: the document cannot name what only its records do.
 */
export async function lateRequests(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const byFile = initiator.url !== undefined && /\.(js|css)$/.test(initiator.url);
    const { pathname } = new URL(request.url);
    const isPicture = pathname.startsWith('/api/files/');
    if ((initiator.type === 'script' || byFile) && !isPicture) paths.push(pathname);
  });
  return paths;
}
