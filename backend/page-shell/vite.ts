import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'vite';
import type { Frontend } from './page.ts';

/** Pages and assets straight from their sources, changed in the browser as they are saved: for development only. */
export async function viteFrontend(server: Server): Promise<Frontend & { close(): Promise<void> }> {
  const vite = await createServer({
    appType: 'custom',
    // On our own port, because the content security policy lets pages talk to nothing else.
    server: { middlewareMode: { server }, hmr: { server } },
  });
  return {
    assets: vite.middlewares,
    page: async ({ url }) => vite.transformIndexHtml(url, await readFile('index.html', 'utf8')),
    close: () => vite.close(),
  };
}
