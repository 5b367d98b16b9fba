import { product } from '@bindery/contract/api/product.ts';
import { pages } from '@bindery/contract/api/read-pages.ts';
import { joinTitle } from '@bindery/contract/api/texts/join-title.ts';
import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { directionOf } from '@bindery/contract/records/init.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ VITE_ENV_NAME: '</script><b>__NONCE__', VITE_ENV_EMOJI: '🌱' });
});
afterAll(() => server?.close());

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

const initIn = (html: string) => JSON.parse(/id="init">(.*?)<\/script>/.exec(html)?.[1] ?? '');

describe('a page', () => {
  it('embeds the init response, which cannot close its script element', async () => {
    const cookie = await server.signIn('reader@example.com');
    const init = initIn(await (await page('/app', { cookie })).text());
    expect(init.session.user.email).toBe('reader@example.com');
    expect(init.settings.environment).toEqual({ name: '</script><b>__NONCE__', emoji: '🌱', color: 'plum' });
    expect(init).toEqual(
      await (await fetch(`${server.url}/api/fn/init?_serverFn=1`, { headers: { cookie } })).json(),
    );
  });

  it('runs only scripts with the nonce of this response', async () => {
    const [first, second] = [await page('/login'), await page('/login')];
    const nonceOf = (answer: Response) =>
      /script-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(nonceOf(first)).toBeTruthy();
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(await first.text()).toContain(`nonce="${nonceOf(first)}"`);
    expect(first.headers.get('cache-control')).toBe('no-store');
  });

  it('is served in the language of the visitor', async () => {
    const html = async (headers: Record<string, string>, query = '') =>
      (await page(`/login${query}`, headers)).text();
    expect(await html({ 'accept-language': 'sw-KE, fr;q=0.8' })).toContain('<html lang="sw" dir="ltr">');
    expect(await html({ 'accept-language': 'de, fr;q=0.5' })).toContain('<html lang="fr" dir="ltr">');
    expect(await html({ 'accept-language': 'fr', cookie: 'i18next=ar' })).toContain(
      '<html lang="ar" dir="rtl">',
    );
    expect(await html({ cookie: 'i18next=ar' }, '?lng=fr')).toContain('<html lang="fr" dir="ltr">');
    const visit = 'i18next=ar; visit-language=fr';
    expect(await html({ cookie: visit })).toContain('<html lang="fr" dir="ltr">');
    expect(await html({ cookie: `${visit}; visit-language=` }, '?lng=sw')).toContain('<html lang="sw"');
    expect(await html({ cookie: 'i18next=ar; visit-language=' })).toContain('<html lang="ar" dir="rtl">');
    expect(await html({ 'accept-language': 'de' })).toContain('<html lang="en" dir="ltr">');
  });

  it('has its title in the language of the visitor, after the environment', async () => {
    const titleOf = async (path: string, headers: Record<string, string> = {}) => {
      const written = /<title>(.*?)<\/title>/.exec(await (await page(path, headers)).text())?.[1];
      return written?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    };
    const environment = '🌱 </script><b>__NONCE__';
    for (const language of ['en', 'fr', 'ar', 'sw'] as const) {
      const title = textsOf(language).get('login.verify.title');
      expect(await titleOf('/login/verify?email=a@b.co', { 'accept-language': language })).toBe(
        joinTitle([environment, title, product().name], directionOf(language)),
      );
    }
    expect(await titleOf('/no-page')).toBe(`${environment} · ${product().name}`);
  });

  it.each(['/login', '/login/verify?email=a@b.co', '/login/error'])(
    'is served at %s to every visitor',
    async (path) => expect((await page(path)).status).toBe(200),
  );

  it.each(['/app/account', '/manager/books/new', '/manager/books/1', '/manager/genres/'])(
    'is served at %s to signed-in users',
    async (path) => {
      const answer = await page(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('of the manager has status 403 for users without access', async () => {
    const cookie = await server.signIn('reader@example.com');
    expect((await page('/manager/books', { cookie })).status).toBe(403);
    expect((await page('/app', { cookie })).status).toBe(200);
  });

  it("for signing in redirects signed-in users, to the product's own paths only", async () => {
    const cookie = await server.signIn('reader@example.com');
    const sentTo = async (path: string) => (await page(path, { cookie })).headers.get('location');
    expect(await sentTo('/login?redirect=%2Fapp%2Fbooks')).toBe('/app/books');
    expect(await sentTo('/login?redirect=https%3A%2F%2Fevil.example')).toBe('/app');
  });

  it.each([
    ...['/nowhere', '/app/nowhere', '/manager/nowhere', '/login/verify/more', '//app'],
    // Malformed addresses, as in a link that was copied only in part.
    ...['/%', '/%ED%A0%80', '/assets/%E0%A4%A', '/app/nowhere/%'],
  ])('has its own 404 page at %s', async (path) => {
    const cookie = await server.signIn('reader@example.com');
    const answer = await page(path, { cookie });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it.skipIf(pages['/'])('starts at /login if no extension has a page at /', async () => {
    const answer = await page('/?lng=fr');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/login?lng=fr');
  });
});

describe('the init call', () => {
  const call = async (query: string) => fetch(`${server.url}/api/fn/init?_serverFn=1${query}`);

  it('accepts a payload in the query string, or data in a body', async () => {
    const payload = encodeURIComponent(JSON.stringify({ language: 'ar' }));
    expect(await (await call(`&payload=${payload}`)).json()).toMatchObject({ language: 'ar', session: null });
    const posted = await fetch(`${server.url}/api/fn/init?_serverFn=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { language: 'fr' }, context: {} }),
    });
    expect(await posted.json()).toMatchObject({ language: 'fr' });
  });

  it('reports an invalid payload', async () => {
    for (const payload of ['{', '{"language":"xx"}']) {
      const answer = await call(`&payload=${encodeURIComponent(payload)}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'INVALID' });
    }
  });
});
