import { product } from '@bindery/contract/api/product.ts';
import type { Plugin } from 'vite';
import { brandStyles, iconSvg, manifest } from './brand.ts';

/** The PNG icons by file name: their size in pixels, and how far the icon's corners are filled. */
const ICONS = {
  'icon-180.png': { size: 180, shape: 'square' },
  'icon-192.png': { size: 192, shape: 'rounded' },
  'icon-512.png': { size: 512, shape: 'rounded' },
  'icon-maskable.png': { size: 512, shape: 'maskable' },
} as const;

/** Renders a file of the product by its path; undefined for other paths. */
async function render(address: string): Promise<{ type: string; source: string | Buffer } | undefined> {
  if (address === '/manifest.webmanifest')
    return { type: 'application/manifest+json', source: JSON.stringify(manifest()) };
  if (address === '/icons/icon.svg') return { type: 'image/svg+xml', source: iconSvg('rounded') };
  const name = address.replace(/^\/icons\//, '');
  if (!Object.hasOwn(ICONS, name)) return undefined;
  const { size, shape } = ICONS[name as keyof typeof ICONS];
  // Loads sharp on demand, because starting the development server must not wait for it.
  const { default: sharp } = await import('sharp');
  const source = await sharp(Buffer.from(iconSvg(shape)), { density: (72 * size) / 32 })
    .resize(size)
    .png()
    .toBuffer();
  return { type: 'image/png', source };
}

const ADDRESSES = [
  '/manifest.webmanifest',
  '/icons/icon.svg',
  ...Object.keys(ICONS).map((name) => `/icons/${name}`),
];

/** Fills index.html with the name and the colours of product.ts, and creates its manifest and its icons. */
export function productFiles(): Plugin {
  return {
    name: 'product-files',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => fill(html),
    },
    async generateBundle() {
      for (const address of ADDRESSES) {
        const file = await render(address);
        if (file) this.emitFile({ type: 'asset', fileName: address.slice(1), source: file.source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        render((req.url ?? '').split('?')[0]!).then((file) => {
          if (!file) return next();
          res.setHeader('Content-Type', file.type).end(file.source);
        }, next);
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
  styles: brandStyles(),
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
