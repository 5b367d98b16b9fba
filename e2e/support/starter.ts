import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import product from '#product';

const config = readFileSync(join(import.meta.dirname, '../../resources.config.ts'), 'utf8');

/**
 * Whether the project is the unchanged starter with its example. Some tests change copies of it; another
 * product omits them.
 */
export const isStarter: boolean =
  product.slug === 'bindery' &&
  ['publisher: text({ max: 255 }),', 'cover: image('].every((part) => config.includes(part));
