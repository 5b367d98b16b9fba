import { brandStyles } from '@bindery/contract/api/brand-styles.ts';
import { product } from '@bindery/contract/api/product.ts';
import type { Plugin } from 'vite';

/** A file of the product. */
interface ProductFile {
  readonly type: string;
  readonly render: () => Promise<string | Buffer>;
}

/** Returns an icon of a size in pixels. */
const png = (size: number, shape: IconShape): ProductFile => ({
  type: 'image/png',
  render: async () => {
    // Loads sharp on demand, because starting the development server must not wait for it.
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(iconSvg(shape)), { density: (72 * size) / 32 })
      .resize(size)
      .png()
      .toBuffer();
  },
});

/** The files of the product by path. */
const FILES: Readonly<Record<string, ProductFile>> = {
  '/manifest.webmanifest': {
    type: 'application/manifest+json',
    render: async () => JSON.stringify(manifest()),
  },
  '/icons/icon.svg': { type: 'image/svg+xml', render: async () => iconSvg('rounded') },
  '/icons/icon-180.png': png(180, 'square'),
  '/icons/icon-192.png': png(192, 'rounded'),
  '/icons/icon-512.png': png(512, 'rounded'),
  '/icons/icon-maskable.png': png(512, 'maskable'),
};

/** Fills index.html with the name and the colours of product.ts, and creates its manifest and its icons. */
export function productFiles(): Plugin {
  return {
    name: 'product-files',
    transformIndexHtml: { order: 'pre', handler: fill },
    async generateBundle() {
      for (const [address, { render }] of Object.entries(FILES))
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: await render() });
    },
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        const file = FILES[(req.url ?? '').split('?')[0]!];
        if (!file) return next();
        file.render().then((source) => res.setHeader('Content-Type', file.type).end(source), next);
      });
    },
  };
}

const valuesOfPage = (): Readonly<Record<string, string>> => ({
  name: product().name,
  description: product().description,
  paper: product().colors.light.paper,
  darkPaper: product().colors.dark.paper,
  icon: product().icon,
  styles: brandStyles() + paperStyles(),
});

/** Replaces `%product.<value>%`, in a comment or not. Throws for a value that product.ts does not have. */
function fill(html: string): string {
  const values = valuesOfPage();
  return html.replaceAll(
    /\/\* %product\.(\w+)% \*\/|%product\.(\w+)%/g,
    (_, commented?: string, plain?: string) => {
      const name = commented ?? plain ?? '';
      const value = values[name];
      if (value === undefined) throw new Error(`index.html asks for %product.${name}%, which does not exist`);
      return commented ? value : escapeHtml(value);
    },
  );
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * The shape of an icon: browsers' tabs show rounded corners; systems cut squares and maskable ones
 * themselves.
 */
type IconShape = 'rounded' | 'square' | 'maskable';

/** Systems show only a circle of 80 % of a maskable icon. */
const SAFE_ZONE = 0.8;

/** Returns the product's icon as SVG: its path on a tile of the accent colour. */
export function iconSvg(shape: IconShape): string {
  const { light } = product().colors;
  const radius = shape === 'rounded' ? ' rx="8"' : '';
  const scale =
    shape === 'maskable' ? ` transform="translate(16 16) scale(${SAFE_ZONE}) translate(-16 -16)"` : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">' +
    `<rect width="32" height="32"${radius} fill="${light.accent}"/>` +
    `<path d="${product().icon}"${scale} fill="none" stroke="${light.accentInk}" stroke-width="2" ` +
    // In a tab, it is drawn at half the size.
    'stroke-linecap="round" stroke-linejoin="round"/><style>@media(max-width:24px){path{stroke-width:2.75}}</style></svg>'
  );
}

/** Returns the web app manifest. */
function manifest() {
  const { name, description, colors } = product();
  return {
    name,
    short_name: name,
    description,
    id: '/app',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    background_color: colors.light.paper,
    theme_color: colors.light.accent,
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}

/** Below each sheet of paper, its source and its number; on paper, links are texts. */
const paperStyles = () =>
  `@page{margin:16mm 15mm 18mm;@bottom-center{font:9pt Inter,sans-serif;color:#665a69;content:${cssString(product().name)} " · " counter(page) " / " counter(pages)}}` +
  '@media print{html a{color:inherit;text-decoration:none}li{break-inside:avoid}}';

const cssString = (text: string) => JSON.stringify(text).replaceAll('<', '\\3c ');
