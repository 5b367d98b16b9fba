import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Resources } from '#contract/schema/index.ts';
import type { Frontend } from './page.ts';
import { createPreloadLinks } from './preload-links.ts';
import { readPreloads } from './preloads.ts';

/** A file of the build, as it goes out: plain, and compressed where a copy lies beside it. */
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
 * Serves what the build made. Files with a hash in their name never change, so browsers keep them for good; others are
 * asked for again each time. All of it is read once: the next build may take the folder's place while this server
 * still answers pages of its own.
 */
export function builtAssets(folder: string): RequestHandler {
  const assets = readAssets(folder);
  return (req, res, next) => {
    const asset = assets.get(req.path);
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    const encoding = encodingFor(req, asset);
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

/** The frontend as it was built, read once; each visit's copy of the page announces what it will ask for. */
export function builtFrontend(folder: string, resources: Resources): Frontend {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const { links, firstCall } = createPreloadLinks(readPreloads(folder), resources);
  return {
    assets: builtAssets(folder),
    page: async (visit) => stylesLast(html.replace('</head>', () => `${links(visit)}</head>`)),
    firstCall,
  };
}

const STYLES = /<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the links to styles behind the content of the page. In the head they would hold back the first paint until all
 * of them have arrived; so what the document itself draws is seen at once.
 */
function stylesLast(html: string) {
  const styles = html.match(STYLES) ?? [];
  return html.replaceAll(STYLES, '').replace('</body>', () => `${styles.join('')}</body>`);
}

/** Every file by its address, but not the page itself: as the build left it, it has no nonce and no init answer yet. */
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

/** The smallest copy that the browser says it understands. */
function encodingFor(req: Request, { bodies }: Asset): string {
  const understood = [...bodies.keys()].filter((encoding) => req.acceptsEncodings(encoding) === encoding);
  return understood[0] ?? 'identity';
}
