import type { Language } from '#contract/init.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The parts of a mail, from top to bottom. */
export interface MailContent {
  readonly title: string;
  readonly intro: string;
  /** Shown large, always from left to right. */
  readonly code?: string;
  readonly notes: readonly string[];
}

/** Returns the plain-text part of a mail. */
export function renderText({ title, intro, code, notes }: MailContent): string {
  return [title, intro, ...(code ? [code] : []), ...notes].join('\n\n').concat('\n');
}

/**
 * Returns the HTML part of a mail. Styles are inline because mail clients drop others; no links or images.
 */
export function renderHtml({ title, intro, code, notes }: MailContent, language: Language): string {
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const box =
    'margin:0 0 16px;padding:16px;border-radius:8px;background:#f3f0fa;color:#1f1147;text-align:center;' +
    'font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px';
  return [
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#1c1b22;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>`,
    paragraph(intro, ''),
    code ? `<p dir="ltr" style="${box}">${escapeHtml(code)}</p>` : '',
    ...notes.map((note) => paragraph(note, 'color:#5b5966;font-size:14px')),
    '</div></body></html>',
  ].join('');
}
