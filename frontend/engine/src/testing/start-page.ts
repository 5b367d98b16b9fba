import { startInit } from '../shell/http/init.ts';
import { initI18n, loadNamespaces } from '../shell/i18n/i18n.ts';
import { HttpStandIn } from './http-stand-in.ts';

/** Starts a page in English for a visitor without a session. Returns its server, which knows only this. */
export async function startPage(...namespaces: Parameters<typeof loadNamespaces>): Promise<HttpStandIn> {
  const server = new HttpStandIn();
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
  await loadNamespaces(...namespaces);
  return server;
}
