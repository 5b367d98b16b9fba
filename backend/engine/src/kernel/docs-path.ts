import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = 'node_modules/@bindery/tools';

/**
 * Returns where a product has a page of the documentation, `docs/roles.md#fields`: in the package that brings
 * it, or in its own folder if it is a copy of the starter.
 */
export function docsPath(page: string, root: string): string {
  const inPackage = `${PACKAGE}/${page}`;
  return existsSync(join(root, inPackage.replace(/#.*/, ''))) ? inPackage : page;
}
