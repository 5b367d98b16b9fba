import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { product } from '@bindery/contract/api/product.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';

/** The colours besides the product's, which are the same for all products. */
interface NeutralColors {
  readonly surface: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly line: string;
}

/** In the folder of the pages, as they are installed. */
const TOKENS = 'shell/theme/tokens.css';
const VARIABLES = { surface: '--surface', ink: '--ink', inkSoft: '--ink-soft', line: '--line' } as const;

let known: Readonly<Record<'light' | 'dark', NeutralColors>> | undefined;

/**
 * Returns the neutral colours of both themes from the style sheet of the pages, because emails and the
 * outbox have only their own inline style sheets.
 * @throws Error if the style sheet lacks one of them.
 */
export function neutralColors(): Readonly<Record<'light' | 'dark', NeutralColors>> {
  known ??= readColors(readFileSync(path.join(frontendFolder(), TOKENS), 'utf8'));
  return known;
}

function readColors(css: string): Readonly<Record<'light' | 'dark', NeutralColors>> {
  const blocks = { light: blockOf(css, ':root {'), dark: blockOf(css, ':root.dark {') };
  const colorsOf = (theme: 'light' | 'dark') =>
    Object.fromEntries(
      Object.entries(VARIABLES).map(([name, variable]) => {
        const [, value] = new RegExp(`\\n\\s*${variable}: ([^;]+);`).exec(blocks[theme]) ?? [];
        if (value === undefined) throw new Error(`${TOKENS} has no ${variable} in the ${theme} theme.`);
        return [name, value];
      }),
    ) as { readonly [K in keyof NeutralColors]: string };
  return { light: colorsOf('light'), dark: colorsOf('dark') };
}

const blockOf = (css: string, start: string) => css.split(start)[1]?.split('}')[0] ?? '';

/** The longest code that fits on a phone in large letters. */
const SHORT = 8;
const FONT = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** The parts of an email, from top to bottom. */
export interface MailContent {
  readonly title: string;
  readonly intro: string;
  /** Shown large, always from left to right. */
  readonly code?: string;
  /** A link with its visible address, so that readers see its target. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly notes: readonly string[];
}

/** Returns the plain-text part of an email. */
export function renderText({ title, intro, code, link, notes }: MailContent): string {
  const target = link ? [`${link.label}\n${link.url}`] : [];
  return [title, intro, ...(code ? [code] : []), ...target, ...notes].join('\n\n').concat('\n');
}

/**
 * Returns the HTML part of an email: in the colours of the product, dark if the mail client is dark and
 * reads style sheets. Styles are inline too, because many clients drop the style sheet; no images, and the
 * mark is the initial.
 */
export function renderHtml({ title, intro, code, link, notes }: MailContent, language: Language): string {
  const { light } = product().colors;
  const { surface, ink, line } = neutralColors().light;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${darkStyles()}</style></head>`,
    `<body class="paper" style="margin:0;padding:24px 16px;background:${light.paper};color:${ink};font:16px/1.5 ${FONT}">`,
    '<div style="max-width:480px;margin:0 auto">',
    renderBrand(),
    `<div class="surface" style="padding:24px;border:1px solid ${line};border-radius:10px;background:${surface}">`,
    `<h1 style="margin:0 0 16px;font:600 20px/1.3 ${FONT}">${escapeHtml(title)}</h1>`,
    renderParagraph(intro),
    code ? renderCode(code) : '',
    link ? renderLink(link) : '',
    ...notes.map(renderNote),
    '</div></div></body></html>',
  ].join('');
}

function darkStyles() {
  const { paper, accent, accentInk, accentSoft } = product().colors.dark;
  const { surface, ink, inkSoft, line } = neutralColors().dark;
  const rules = [
    `.paper{background:${paper}!important;color:${ink}!important}`,
    `.surface{background:${surface}!important;border-color:${line}!important}`,
    `.soft{color:${inkSoft}!important}`,
    `.accent{background:${accent}!important;color:${accentInk}!important}`,
    `.code{background:${accentSoft}!important;color:${accent}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** A table, because mail clients align nothing else; its cell is the mark. */
function renderBrand() {
  const { name, colors } = product();
  const [initial = ''] = name;
  const mark =
    `width:32px;height:32px;border-radius:8px;background:${colors.light.accent};color:${colors.light.accentInk};` +
    "text-align:center;font:600 18px/32px Literata,Georgia,'Times New Roman',serif";
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>' +
    `<td class="accent" aria-hidden="true" style="${mark}">${escapeHtml(initial.toUpperCase())}</td>` +
    `<td style="padding:0 12px;font-weight:600">${escapeHtml(name)}</td></tr></table>`
  );
}

const renderParagraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const renderNote = (text: string) =>
  `<p class="soft" style="margin:16px 0 0;color:${neutralColors().light.inkSoft};font-size:14px">${escapeHtml(text)}</p>`;

function renderCode(code: string) {
  const { accent, accentSoft } = product().colors.light;
  const size = code.length > SHORT ? '20px/1.5' : '32px/1.2';
  // Trailing letter spacing is not part of the code: the indent centres it.
  const spacing = code.length > SHORT ? '0.05em' : '0.3em';
  const box =
    `margin:0 0 16px;padding:16px;border-radius:10px;background:${accentSoft};color:${accent};text-align:center;` +
    `font:600 ${size} ${FONT};letter-spacing:${spacing};text-indent:${spacing};overflow-wrap:anywhere`;
  return `<p dir="ltr" class="code" style="${box}">${escapeHtml(code)}</p>`;
}

function renderLink({ label, url }: NonNullable<MailContent['link']>) {
  const href = escapeHtml(url);
  const { accent, accentInk } = product().colors.light;
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none;' +
    `background:${accent};color:${accentInk}`;
  const address = `margin:0 0 16px;color:${neutralColors().light.inkSoft};font-size:14px;text-align:start;overflow-wrap:anywhere`;
  return (
    `<p style="margin:0 0 16px"><a class="accent" href="${href}" style="${button}">${escapeHtml(label)}</a></p>` +
    `<p dir="ltr" class="soft" style="${address}">${href}</p>`
  );
}
