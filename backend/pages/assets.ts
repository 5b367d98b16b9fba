import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import type { Resources } from '#contract/schema/index.ts';
import { announcer } from './announcer.ts';
import type { Frontend } from './page.ts';
import { readPreloads } from './preloads.ts';

const HASHED = /^\/assets\//;

/**
 * Serves what the build made. Files with a hash in their name never change, so browsers keep them for good;
 * others are asked for again each time. Compressed copies lie beside them and go out as they are.
 */
export function builtAssets(folder: string): RequestHandler {
  const assets = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (res, path) => {
      res.setHeader('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The page as the build left it has no nonce and no init answer yet.
  return (req, res, next) => (req.path === '/index.html' ? next() : assets(req, res, next));
}

/** The frontend as it was built, read once; each visit's copy of the page announces what it will ask for. */
export function builtFrontend(folder: string, resources: Resources): Frontend {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const { links, firstCall } = announcer(readPreloads(folder), resources);
  return {
    assets: builtAssets(folder),
    page: async (visit) => html.replace('</head>', () => `${links(visit)}</head>`),
    firstCall,
  };
}
