import type { Page } from '@playwright/test';

/** Returns the requests caused by code or by another file, rather than by the document itself. */
export async function lateRequests(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const byFile = initiator.url !== undefined && /\.(js|css)$/.test(initiator.url);
    if (initiator.type === 'script' || byFile) paths.push(new URL(request.url).pathname);
  });
  return paths;
}
