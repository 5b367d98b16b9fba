import { darkNeutrals, lightNeutrals } from '@bindery/contract/api/brand-styles.ts';
import { product } from '@bindery/contract/api/product.ts';
import { directionOf, type Language } from '@bindery/contract/records/init.ts';
import { designTokens, TOKENS } from '#backend/kernel/http/composed-page.ts';
import { escapeHtml } from '#backend/kernel/http/escape-html.ts';

/** The variables of the colours besides those in product.ts. */
const VARIABLES = { surface: '--surface', ink: '--ink', inkSoft: '--ink-soft', line: '--line' } as const;

type NeutralColors = Readonly<Record<keyof typeof VARIABLES, string>>;

let known: Readonly<Record<'light' | 'dark', NeutralColors>> | undefined;

/**
 * Returns the neutral colours of both themes, most of them from the style sheet of the pages, because emails
 * have only styles of their own.
 * @throws Error if the style sheet lacks one of them.
 */
function neutralColors(): Readonly<Record<'light' | 'dark', NeutralColors>> {
  known ??= readColors(designTokens());
  return known;
}

function readColors(css: string): Readonly<Record<'light' | 'dark', NeutralColors>> {
  const blocks = { light: blockOf(css, ':root {'), dark: blockOf(css, ':root.dark {') };
  const colorsOf = (theme: 'light' | 'dark', derived: Partial<NeutralColors> = {}) =>
    Object.fromEntries(
      Object.entries(VARIABLES).map(([name, variable]) => {
        const [, stated] = new RegExp(`\\n\\s*${variable}: ([^;]+);`).exec(blocks[theme]) ?? [];
        const value = derived[name as keyof NeutralColors] ?? stated;
        if (value === undefined) throw new Error(`${TOKENS} has no ${variable} in the ${theme} theme.`);
        return [name, value];
      }),
    ) as NeutralColors;
  const { light, dark } = product().colors;
  return { light: colorsOf('light', lightNeutrals(light)), dark: colorsOf('dark', darkNeutrals(dark)) };
}

const blockOf = (css: string, start: string) => css.split(start)[1]?.split('}')[0] ?? '';

/** The longest code that fits on a phone in large letters, on one line. */
const SHORT = 6;
const FONT = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const TITLE_FONT = "Literata,Georgia,'Times New Roman',serif";

/** The parts of an email, from top to bottom. */
export interface MailContent {
  readonly title: string;
  readonly greeting?: string;
  readonly intro: string;
  /** Shown large, always from left to right. */
  readonly code?: string;
  /** A link with its visible address, so that readers see its target. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly notes: readonly string[];
}

/** Returns the plain-text part of an email. */
export function renderText({ title, greeting, intro, code, link, notes }: MailContent): string {
  const target = link ? [`${link.label}\n${link.url}`] : [];
  return [title, ...(greeting ? [greeting] : []), intro, ...(code ? [code] : []), ...target, ...notes]
    .join('\n\n')
    .concat('\n');
}

/**
 * Returns the HTML part of an email: in the colours of the product, dark if the mail client is dark and
 * reads style sheets. It consists of tables with inline styles, because Outlook has no other layout and many
 * clients drop the style sheet; the direction is on the outer table, because Gmail drops it with `<html>`.
 * Nothing is loaded, and nothing is attached: see `markStyles`.
 */
export function renderHtml(content: MailContent, language: Language): string {
  const { title, greeting, intro, code, link, notes } = content;
  const { light } = product().colors;
  const { surface, ink, line } = neutralColors().light;
  const direction = directionOf(language);
  const start = direction === 'rtl' ? 'right' : 'left';
  return [
    `<!doctype html><html lang="${language}" dir="${direction}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${styles()}</style><style>${markStyles()}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:${light.paper}">`,
    renderPreheader(content),
    `<table class="paper" ${TABLE} lang="${language}" dir="${direction}" width="100%" bgcolor="${light.paper}" style="background:${light.paper}">`,
    '<tr><td class="around" align="center" style="padding:24px 16px">',
    `${FOR_OUTLOOK}<table ${TABLE} width="100%" style="max-width:480px">`,
    `<tr><td align="${start}" style="padding:0 0 16px">${renderBrand(language)}</td></tr>`,
    `<tr><td class="surface" align="${start}" bgcolor="${surface}" style="padding:28px 24px;border:1px solid ${line};border-radius:10px;background:${surface};color:${ink};${WRAP};text-wrap:pretty;font:${fontOf(language)}">`,
    `<h1 style="margin:0 0 12px;font:600 22px/1.3 ${TITLE_FONT}">${escapeHtml(title)}</h1>`,
    greeting ? renderParagraph(greeting) : '',
    renderParagraph(intro),
    code ? renderCode(code) : '',
    link ? renderLink(link, start) : '',
    ...notes.map(renderNote),
    `</td></tr></table>${END_FOR_OUTLOOK}</td></tr></table></body></html>`,
  ].join('');
}

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Breaks a long address, name, URL or code, which would make the email wider than a phone. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';

/** Outlook knows no maximum width. */
const FOR_OUTLOOK = `<!--[if mso]><table ${TABLE} width="480"><tr><td><![endif]-->`;
const END_FOR_OUTLOOK = '<!--[if mso]></td></tr></table><![endif]-->';

/** Arabic letters are small for their size. */
const fontOf = (language: Language) => (language === 'ar' ? `18px/1.6 ${FONT}` : `16px/1.5 ${FONT}`);

/**
 * Returns what lists of emails show beside the subject: without it, the name of the product and the title.
 * The spaces keep the text of the email itself out of the list.
 */
function renderPreheader({ intro, notes }: MailContent) {
  const text = escapeHtml([intro, ...notes].join(' '));
  const hidden =
    'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0;mso-hide:all';
  return `<div style="${hidden}">${text}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`;
}

/** Leaves the width of a small phone, or of half a window, to the text and the code. */
const NARROW =
  '@media (max-width:340px){.around{padding:16px 12px!important}.surface{padding:24px 16px!important}' +
  '.short{font-size:28px!important;letter-spacing:.2em!important;text-indent:.2em!important}}';

function styles() {
  const { paper, accent, accentInk, accentSoft } = product().colors.dark;
  const { surface, ink, inkSoft, line } = neutralColors().dark;
  const rules = [
    `.paper{background:${paper}!important}`,
    `.surface{background:${surface}!important;border-color:${line}!important;color:${ink}!important}`,
    `.ink{color:${ink}!important}`,
    `.soft{color:${inkSoft}!important}`,
    `.accent{background:${accent}!important;color:${accentInk}!important}`,
    `.code{background:${accentSoft}!important;color:${accent}!important}`,
  ];
  return `:root{color-scheme:light dark}${NARROW}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/**
 * Returns the style sheet that shows the product's mark in place of the initial, where a mail client draws
 * one: most neither show an inline drawing nor an image without asking or attaching it. The one declaration
 * either applies or is dropped, and then the initial remains. It has a style sheet of its own, because Gmail
 * drops the whole sheet of a declaration with an address.
 */
function markStyles() {
  const { icon, colors } = product();
  const drawnIn = (color: string) =>
    `.mark{content:url("data:image/svg+xml,${encodeURIComponent(
      "<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32' viewBox='0 0 32 32' fill='none' " +
        `stroke='${color}' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'><path d='${icon}'/></svg>`,
    )}")}`;
  const [light, dark] = [drawnIn(colors.light.accentInk), drawnIn(colors.dark.accentInk)];
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}

/** A table, because mail clients align nothing else; its cell is the mark, or the initial. */
function renderBrand(language: Language) {
  const { name, colors } = product();
  const { accent, accentInk } = colors.light;
  const [initial = ''] = name;
  const mark = `width:32px;height:32px;border-radius:8px;background:${accent};color:${accentInk};font:600 18px/32px ${TITLE_FONT}`;
  return (
    `<table ${TABLE} dir="${directionOf(language)}"><tr>` +
    `<td class="accent" width="32" height="32" align="center" bgcolor="${accent}" aria-hidden="true" style="${mark}"><span class="mark" style="display:block">${escapeHtml(initial.toUpperCase())}</span></td>` +
    `<td class="ink" style="padding:0 12px;color:${neutralColors().light.ink};font:600 18px/32px ${TITLE_FONT}">${escapeHtml(name)}</td></tr></table>`
  );
}

const renderParagraph = (text: string) => `<p style="margin:0 0 20px">${escapeHtml(text)}</p>`;

const renderNote = (text: string) =>
  `<p class="soft" style="margin:12px 0 0;color:${neutralColors().light.inkSoft};font-size:14px">${escapeHtml(text)}</p>`;

/** Returns a code without anything between its characters: a double click or a long press selects it. */
function renderCode(code: string) {
  const { accent, accentSoft } = product().colors.light;
  const isShort = code.length <= SHORT;
  // Trailing letter spacing is not part of the code: the indent centres it.
  const letters = isShort
    ? `font:600 32px/1.2 ${FONT};letter-spacing:0.3em;text-indent:0.3em;white-space:nowrap`
    : `font:600 20px/1.5 ${FONT};letter-spacing:0.05em;text-indent:0.05em`;
  const box = `padding:16px 8px;border-radius:10px;background:${accentSoft};color:${accent};${letters}`;
  return (
    `<table ${TABLE} width="100%" style="margin:0 0 20px"><tr>` +
    `<td dir="ltr" class="code${isShort ? ' short' : ''}" align="center" bgcolor="${accentSoft}" style="${box}">${escapeHtml(code)}</td></tr></table>`
  );
}

function renderLink({ label, url }: NonNullable<MailContent['link']>, start: 'left' | 'right') {
  const href = escapeHtml(url);
  const { accent, accentInk } = product().colors.light;
  // The cell has the colour and the padding, because Outlook gives a link none.
  const cell = `padding:12px 20px;border-radius:10px;background:${accent}`;
  const button = `color:${accentInk};font-weight:600;text-decoration:none`;
  const address = `margin:0 0 20px;color:${neutralColors().light.inkSoft};font-size:14px;text-align:${start}`;
  return (
    `<table ${TABLE} style="margin:0 0 16px"><tr><td class="accent" bgcolor="${accent}" style="${cell}">` +
    `<a class="accent" href="${href}" style="${button}">${escapeHtml(label)}</a></td></tr></table>` +
    `<p dir="ltr" class="soft" style="${address}">${href}</p>`
  );
}
