import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Preloads } from '@bindery/contract/api/preloads.ts';
import type { Resources } from '@bindery/contract/schema/index.ts';
import type { RequestHandler } from 'express';
import { SERVER_FOLDER } from './build.ts';
import { withContent, withSplashScreen } from './document-body.ts';
import type { Frontend } from './page.ts';
import { createPreloadLinks } from './preload-links.ts';
import { createRender } from './render.ts';

/** A file of the build: its plain body, and those of its precompressed copies. */
interface Asset {
  readonly bodies: ReadonlyMap<string, Buffer>;
  readonly type: string;
  readonly etag: string;
}

const HASHED = /^\/assets\//;
const COMPRESSED: readonly (readonly [ending: string, encoding: string])[] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

/**
 * Serves the files of the build: with a hash in their name cached forever, others revalidated each time. All
 * are read into memory once: the next build may replace the folder while this server serves its own pages.
 */
function serveAssets(assets: ReadonlyMap<string, Asset>): RequestHandler {
  return (req, res, next) => {
    const asset = assets.get(req.path);
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    // The smallest body comes first.
    const encoding = [...asset.bodies.keys()].find((one) => req.acceptsEncodings(one) === one) ?? 'identity';
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res
      .set({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' })
      .set('Cache-Control', HASHED.test(req.path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      .set('ETag', asset.etag)
      .vary('Accept-Encoding')
      .type(asset.type)
      .send(asset.bodies.get(encoding));
  };
}

/** Returns the built frontend, read once; the page of each visit gets preload links to its requests. */
export function builtFrontend(folder: string, resources: Resources): Frontend {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const preloads: Preloads = JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
  const { links, firstCalls, renderedPage } = createPreloadLinks(preloads, resources);
  const assets = readAssets(folder);
  const render = createRender({
    code: readFileSync(join(folder, SERVER_FOLDER, 'render.cjs'), 'utf8'),
    textsAt: (address) => assets.get(address)?.bodies.get('identity'),
  });
  return {
    assets: serveAssets(assets),
    page: async (visit, { isRendered, embedded }) => {
      const linked = html.replace('</head>', () => `${links(visit, embedded)}</head>`);
      return isRendered ? withContent(linked) : withSplashScreen(linked);
    },
    firstCalls,
    render: async ({ visit, ...given }) => {
      const embedded = given.first.map(({ url }) => url);
      const page = renderedPage(visit, embedded);
      return page === undefined ? undefined : render({ page, url: visit.url, ...given });
    },
  };
}

/** Reads every file by its path, except the page itself, which lacks its nonce and init data. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  const isCopy = (name: string) => COMPRESSED.some(([ending]) => name.endsWith(ending));
  const names = files.filter((name) => name !== 'index.html' && !isCopy(name));
  return new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, readAsset(join(folder, name))]));
}

function readAsset(file: string): Asset {
  const plain = readFileSync(file);
  const copies = COMPRESSED.flatMap(([ending, encoding]) => {
    const isThere = statSync(file + ending, { throwIfNoEntry: false });
    return isThere ? [[encoding, readFileSync(file + ending)] as const] : [];
  });
  return {
    bodies: new Map([...copies, ['identity', plain]]),
    type: file.slice(file.lastIndexOf('.')),
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
  };
}
