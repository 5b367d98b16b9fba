import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import product from '#product';

const config = readFileSync(join(import.meta.dirname, '../../resources.config.ts'), 'utf8');

/**
 * Whether the project is the starter with its example as it comes. Some tests change copies of that; a product of one's
 * own leaves them out.
 */
export const isStarter: boolean =
  product.slug === 'bindery' &&
  ['publisher: text({ max: 255 }),', 'cover: image('].every((part) => config.includes(part));
