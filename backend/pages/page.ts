import type { Request, RequestHandler, Response } from 'express';
import { newNonce, pagePolicy } from '#backend/http/security-headers.ts';
import type { Init } from '#contract/init.ts';
import type { Visit } from './preloads.ts';

/** The page for a visit, with places for the nonce and the init answer. */
export type PageSource = (visit: Visit) => Promise<string>;

interface PageParts {
  readonly source: PageSource;
  readonly init: (req: Request, res: Response) => Init;
  readonly exists: (path: string) => boolean;
  readonly captcha: boolean;
}

const INIT_PLACE = /(<script type="application\/json" id="init"[^>]*>)(<\/script>)/;
const LANGUAGE_PLACE = /<html lang="\w+" dir="\w+">/;

/**
 * Serves the one page of the product. It carries the answer of the init call inside, so a visit needs no call
 * before it can draw, and it is never cached: it belongs to this visitor, and names this build's assets.
 */
export function servePage({ source, init, exists, captcha }: PageParts): RequestHandler {
  return async (req, res) => {
    const nonce = newNonce();
    const answer = init(req, res);
    const direction = answer.language === 'ar' ? 'rtl' : 'ltr';
    const { language, session } = answer;
    const html = (await source({ url: req.originalUrl, language, signedIn: session !== null }))
      .replace(LANGUAGE_PLACE, `<html lang="${answer.language}" dir="${direction}">`)
      .replaceAll('__NONCE__', nonce)
      .replace(INIT_PLACE, (_, open: string, close: string) => open + insideScript(answer) + close);
    res
      .status(exists(req.path) ? 200 : 404)
      .set({ 'Content-Security-Policy': pagePolicy({ nonce, captcha }), 'Cache-Control': 'no-store' })
      .type('html')
      .send(html);
  };
}

/** JSON in which nothing can end the script element it stands in. */
function insideScript(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
