import { product } from '@bindery/contract/api/product.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { directionOf, languages } from '@bindery/contract/records/init.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a page whose database does not answer', () => {
  let server: TestServer;
  let cookie: string;

  beforeAll(async () => {
    server = await startServer();
    cookie = await openSession(server, 'user@example.com');
    await server.database.execute({ sql: 'alter table sessions rename to moved', parameters: [] });
  });
  afterAll(async () => {
    await server?.database.execute({ sql: 'alter table moved rename to sessions', parameters: [] });
    await server?.close();
  });

  const visit = (headers: Record<string, string>, path = '/app?page=2"><b>') =>
    fetch(server.url + path, { headers: { cookie, ...headers } });

  it.each(languages)(
    'says so in the language of the visitor, with a link to try again: %s',
    async (language) => {
      const response = await visit({ accept: BROWSER, 'accept-language': language });
      const html = await response.text();
      const text = (key: string) => textsOf(language).get(`common.${key}`);
      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
      expect(html).toContain(`<h1>${text('errorPage.500.title')}</h1>`);
      expect(html).toContain(`<a class="retry" href="">${text('tryAgain')}</a>`);
      expect(html).toContain(product().name);
      expect(html).not.toContain('<b>');
    },
  );

  it('allows its style sheet and the script that chooses the theme, and nothing else', async () => {
    const policy = (await visit({ accept: BROWSER })).headers.get('content-security-policy');
    expect(policy).toMatch(
      /default-src 'none'.*style-src 'sha256-[^ ]+;script-src 'sha256-[^ ]+;img-src 'self'/,
    );
  });

  it('has the standard error body for programs', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const response = await visit({ accept });
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: 'INTERNAL' });
    }
    const call = await visit({ accept: BROWSER }, '/api/books');
    expect(await call.json()).toMatchObject({ code: 'INTERNAL' });
  });
});
