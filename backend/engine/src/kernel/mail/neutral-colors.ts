import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder } from '@bindery/contract/api/frontend-folder.ts';

/** The colours besides the product's, which are the same for all products. */
export interface NeutralColors {
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
