import { Writable } from 'node:stream';
import { createElement, type ReactNode, StrictMode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { routes } from './routes.tsx';
import { setSession } from './shell/auth/session.ts';
import { startInit } from './shell/http/init.ts';
import { initI18n } from './shell/i18n/i18n.ts';
import { loadImpersonationBanner } from './shell/session/impersonation-host.tsx';

/**
 * Renders the page of a visit as `start.tsx` does in the browser, on the server. The server evaluates this
 * module and all that it imports for each document, because they contain the state of one visitor. Whatever
 * depends on the browser throws there (backend/engine/src/web/page-shell/browser-stand-in.ts).
 * @throws Error for a page that cannot be rendered here, which the browser then renders itself.
 */
export async function render(): Promise<string> {
  const { session, language } = await startInit();
  setSession(session);
  await Promise.all([initI18n(language), loadImpersonationBanner(session)]);
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(location.href));
  if (context instanceof Response) throw new Error('The page redirects');
  if (context.errors) throw new Error('The page has an error');
  const router = createStaticRouter(dataRoutes, context);
  const page = createElement(StaticRouterProvider, { router, context, hydrate: false });
  const html = await toHtml(createElement(StrictMode, null, page));
  if (!html.includes('<h1')) throw new Error('The page has no heading');
  return html;
}

/** Renders a page with everything that it waits for, without scripts that would insert parts of it later. */
function toHtml(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write: (chunk, _, done) => {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final: (done) => {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collect),
      // Also for an error inside a Suspense boundary, whose placeholder React would send.
      onError: (error) => {
        reject(error);
        abort(error);
      },
    });
  });
}
