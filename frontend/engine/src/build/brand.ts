import { type Palette, product } from '@bindery/contract/api/product.ts';

/** The shape of an icon: browsers' tabs show rounded corners; systems cut squares and maskable ones themselves. */
export type IconShape = 'rounded' | 'square' | 'maskable';

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
export function manifest() {
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

/** Returns the CSS variables of the product's colours for both themes, which frontend/engine/src/shell/theme/tokens.css builds on. */
export function brandStyles(): string {
  const { light, dark } = product().colors;
  return `:root{${variables(light)}}@media screen{:root.dark{${variables(dark)}}}`;
}

const variables = ({ paper, accent, accentHover, accentInk, accentSoft }: Palette) =>
  `--paper:${paper};--accent:${accent};--accent-hover:${accentHover};--accent-ink:${accentInk};` +
  `--accent-soft:${accentSoft}`;
