import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'vite';
import type { Frontend } from './page.ts';

/** Serves pages and assets from their sources with Vite and hot reloading: for development only. */
export async function viteFrontend(server: Server): Promise<Frontend & { close(): Promise<void> }> {
  const vite = await createServer({
    appType: 'custom',
    // The HMR socket uses our own port, because the CSP allows pages no other connections.
    server: { middlewareMode: { server }, hmr: { server } },
  });
  return {
    assets: vite.middlewares,
    isHot: true,
    page: async ({ url }) => vite.transformIndexHtml(url, await readFile('index.html', 'utf8')),
    close: () => vite.close(),
  };
}
