import type { Rendered } from './render.ts';

const STYLES = /<link rel="stylesheet"[^>]*>/g;
const SPLASH_SCREEN = /(<div id="root")>\s*(<div class="first-paint">[\s\S]*?<\/div>)\s*<\/div>/;
const CONTENT_PLACE = '<!--content-->';
/** Both places contain a `<`, which is escaped in all texts and data of the document. */
const ASSUMED_PLACE = 'compareAssumed(/*assumed*/)</script>';
const WITHOUT_ASSUMED =
  /<template id="splash">[\s\S]*?<\/template><script[^>]*>compareAssumed[^<]*<\/script>/;

/** Returns a document that shows the splash screen until its scripts render the page. */
export const withSplashScreen = (html: string): string =>
  // In the head, styles would block the first paint until all of them have loaded.
  withStyles(html, '</body>');

/** Returns a document with a place for a rendered page, painted as soon as its styles have loaded. */
export const withContent = (html: string): string =>
  withStyles(html, '</head>').replace(
    SPLASH_SCREEN,
    (_, open: string, splash: string) =>
      `<script nonce="__NONCE__">noteEarly()</script>${open}>${CONTENT_PLACE}</div>` +
      `<script nonce="__NONCE__">setStyles()</script><template id="splash">${splash}</template>` +
      `<script nonce="__NONCE__">${ASSUMED_PLACE}`,
  );

/** Moves the links to styles to the end of an element: behind the styles of the document itself. */
function withStyles(html: string, end: string) {
  const styles = html.match(STYLES) ?? [];
  return html.replaceAll(STYLES, '').replace(end, () => styles.join('') + end);
}

/**
 * Writes a rendered page into its place, and what it assumes of the browser; the splash screen is for another
 * browser. The policy of the document forbids attributes with styles, so a script of index.html sets them.
 * React escapes quotes in texts, so this finds only attributes.
 */
export function fillContent(html: string, { html: content, assumed }: Rendered): string {
  const filled = assumed
    ? html.replace(ASSUMED_PLACE, () => `compareAssumed(${insideScript(assumed)})</script>`)
    : html.replace(WITHOUT_ASSUMED, '');
  return filled.replace(CONTENT_PLACE, () => content.replaceAll(' style="', ' data-style="'));
}

/** Returns JSON that is safe inside a script element: nothing in it can close the element. */
export const insideScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
