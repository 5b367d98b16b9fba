import { productResources } from '@bindery/contract/api/product.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import * as lucide from 'lucide-react';
import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const MODULE = ownFile('manager/resource-icons.ts');

/**
 * Returns the module with the icons that entries name.
 * @throws Error that names the resource and the icon, if the icon does not exist.
 */
export function iconsModule(resources: Readonly<Record<string, Pick<Resource, 'name' | 'icon'>>>): string {
  const stated = Object.values(resources).flatMap(({ name, icon }) => (icon ? [[name, icon] as const] : []));
  for (const [name, icon] of stated)
    if (!Object.hasOwn(lucide.icons, icon))
      throw new Error(
        `resources.config.ts: ${name}.icon: "${icon}" ${unknownName(icon, Object.keys(lucide.icons)).slice(0, 200)}`,
      );
  const names = [...new Set(stated.map(([, icon]) => icon))];
  const entries = stated.map(([name, icon]) => `${JSON.stringify(name)}: ${icon}`);
  return [
    ...(names.length > 0 ? [`import { ${names.join(', ')} } from 'lucide-react';`] : []),
    `export const resourceIcons = { ${entries.join(', ')} };`,
  ].join('\n');
}

/**
 * Replaces `frontend/engine/src/manager/resource-icons.ts` with the icons that the entries of
 * resources.config.ts name.
 */
export function resourceIcons(): Plugin {
  return {
    name: 'resource-icons',
    enforce: 'pre',
    load: (id) => (id === MODULE ? iconsModule(productResources()) : null),
  };
}
