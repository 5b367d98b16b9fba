import type { Server } from 'node:http';
import type { Frontend } from '@bindery/backend/web/page-shell/page.ts';
import { developerPages } from '@bindery/contract/api/developers/pages.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { pages } from '@bindery/contract/api/read-pages.ts';
import { readPageShell } from '@bindery/frontend/build/page-shell.ts';
import { createServer } from 'vite';
import { restartsServer, serverSourcesIn } from '#tools/dev/server-sources.ts';

/** The response to page requests while the server stops: the page loads once the next server responds. */
const WAITING_PAGE = `<!doctype html>
<html lang="en">
  <head><title></title></head>
  <body>
    <script nonce="__NONCE__">
      setInterval(() => fetch(location.href).then(() => location.reload(), () => {}), 500);
    </script>
  </body>
</html>`;

const isOfClosedServer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CLOSED_SERVER';

/** Serves pages and assets from their sources with Vite and hot reloading: for development only. */
export async function viteFrontend(server: Server): Promise<Frontend & { close(): Promise<void> }> {
  const sources = serverSourcesIn(productRoot());
  const vite = await createServer({
    root: productRoot(),
    appType: 'custom',
    // The HMR socket uses our port, because the CSP allows pages no other connections.
    server: {
      middlewareMode: { server },
      hmr: { server },
      // These files restart the server, and Vite with it. Pages that reload at once would find no server and
      // stay broken; without a message, they wait until the server is back.
      watch: { ignored: [(path) => restartsServer(path, sources)] },
    },
  });
  return {
    assets: vite.middlewares,
    isHot: true,
    page: async ({ url }) => {
      return vite.transformIndexHtml(url, readPageShell()).catch((error: unknown) => {
        if (isOfClosedServer(error)) return WAITING_PAGE;
        throw error;
      });
    },
    pages: { ...pages, ...developerPages },
    close: () => vite.close(),
  };
}
