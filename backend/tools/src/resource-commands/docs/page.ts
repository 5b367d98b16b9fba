import { formatParts } from './format-reference.ts';
import { readReference } from './reference.ts';

/** The page with the reference, from the root of the project. */
export const REFERENCE_FILE = 'docs/entry-reference.md';

/**
 * Returns the page with the reference of everything that an entry of the starter can say. A product's own kinds are
 * printed in a terminal only: the page is the same in every product, so that later versions merge with it.
 */
export const referencePage = (): string => `# What an entry can say

The options of the entries in \`resources.config.ts\`, made of the types and docstrings of \`contract/engine/src/schema\` by
\`npm run resource docs -- --write\`. In a terminal, \`npm run resource docs text\` prints one part.

${formatParts(
  readReference().filter(({ isOwn }) => !isOwn),
  120,
)}
`;
