import { escapeHtml } from '#backend/http/escape-html.ts';
import type { Language } from '#contract/init.ts';
import { product } from '#contract/product.ts';

/** The longest code that fits on a phone in large letters. */
const SHORT = 8;
const SHORT_FONT = '32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px';
const LONG_FONT = '20px/1.5 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px';

/** The parts of a mail, from top to bottom. */
export interface MailContent {
  readonly title: string;
  readonly intro: string;
  /** Shown large, always from left to right. */
  readonly code?: string;
  /** A link that is shown with its address, so that readers see where it leads. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly notes: readonly string[];
}

/** Returns the plain-text part of a mail. */
export function renderText({ title, intro, code, link, notes }: MailContent): string {
  const target = link ? [`${link.label}\n${link.url}`] : [];
  return [title, intro, ...(code ? [code] : []), ...target, ...notes].join('\n\n').concat('\n');
}

/**
 * Returns the HTML part of a mail. Styles are inline because mail clients drop others; no images.
 */
export function renderHtml({ title, intro, code, link, notes }: MailContent, language: Language): string {
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const box =
    'margin:0 0 16px;padding:16px;border-radius:8px;background:#f3f0fa;color:#1f1147;text-align:center;' +
    `font:600 ${code && code.length > SHORT ? LONG_FONT : SHORT_FONT}`;
  return [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#1c1b22;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>`,
    paragraph(intro, ''),
    code ? `<p dir="ltr" style="${box}">${escapeHtml(code)}</p>` : '',
    link ? renderLink(link) : '',
    ...notes.map((note) => paragraph(note, 'color:#5b5966;font-size:14px')),
    '</div></body></html>',
  ].join('');
}

function renderLink({ label, url }: NonNullable<MailContent['link']>) {
  const href = escapeHtml(url);
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none;' +
    `background:${product().colors.light.accent};color:${product().colors.light.accentInk}`;
  return (
    `<p style="margin:0 0 16px"><a href="${href}" style="${button}">${escapeHtml(label)}</a></p>` +
    `<p dir="ltr" style="margin:0 0 16px;color:#5b5966;font-size:14px;text-align:start">${href}</p>`
  );
}
