import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The extension of this package's modules: in the sources, or in the published package. */
const ENDING = extname(import.meta.url);

/**
 * Returns the absolute path of a file of this package from its folder of sources, whose modules may be
 * compiled.
 */
export const ownFile = (path: string): string =>
  fileURLToPath(new URL(`../${path}`, import.meta.url)).replace(/(?<!\.d)\.tsx?$/, ENDING);
