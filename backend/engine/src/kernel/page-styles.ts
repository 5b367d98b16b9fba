import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';
import { product } from '@bindery/contract/api/product.ts';

/** In the folder of the pages, as they are installed. */
export const TOKENS = 'shell/theme/tokens.css';

let tokens: string | undefined;

/** Returns the style sheet of the pages that states their sizes, fonts and neutral colours. */
export function designTokens(): string {
  tokens ??= readFileSync(path.join(frontendFolder(), TOKENS), 'utf8');
  return tokens;
}

/**
 * Returns the design tokens with the colours of the product, for the pages that the server composes itself.
 * The class `dark` of the document chooses the theme.
 */
export function pageStyles(): string {
  const { light, dark } = product().colors;
  const variables = (colors: typeof light) =>
    Object.entries(colors)
      .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
      .join('');
  return `${designTokens()}:root{${variables(light)}}@media screen{:root.dark{${variables(dark)}}}`;
}
