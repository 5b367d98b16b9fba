import { frontendModule } from '@bindery/contract/api/frontend-folder.ts';
import type { Plugin, Rolldown } from 'vite';

const ANTD = /\/node_modules\/(?:antd|@ant-design|@rc-component|rc-[^/]+)\//;
const SLOTS = '\0virtual:bindery/slot-modules';

/**
 * Modules that bring antd's configuration where they use antd, or whose parts with antd are inside of forms,
 * which bring it: the generated list and record, and the kinds of fields.
 */
const THEMED_ITSELF = ['manager/list/list-page.tsx', 'manager/show/show-page.tsx', 'manager/fields/index.ts'];

/** In the source of `virtual:bindery/unthemed-slots`. Without a build, it names no slot. */
export const UNTHEMED_PLACE = '%unthemed slots%';

type ModuleInfo = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Returns whether a module imports antd without its configuration, at once or later, itself or through
 * others.
 */
export function usesAntd(module: string, { getModuleInfo }: ModuleInfo): boolean {
  const themedItself = THEMED_ITSELF.map(frontendModule);
  const seen = new Set([module]);
  for (const id of seen) {
    if (ANTD.test(id)) return true;
    if (themedItself.includes(id)) continue;
    const info = getModuleInfo(id);
    for (const imported of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])])
      seen.add(imported);
  }
  return false;
}

/**
 * Lists the components of extensions that use nothing of antd. Their pages need not load antd's
 * configuration, which is larger than the rest of a record's page.
 */
export function unthemedSlots(): Plugin {
  return {
    name: 'unthemed-slots',
    apply: 'build',
    renderChunk(code) {
      if (!code.includes(UNTHEMED_PLACE)) return null;
      const slots = this.getModuleInfo(SLOTS)?.dynamicallyImportedIds ?? [];
      const unthemed = slots.filter((id) => !usesAntd(id, this)).map(nameOf);
      return { code: code.replace(UNTHEMED_PLACE, unthemed.join(' ')), map: null };
    },
  };
}

/**
 * Returns the name of a slot: its path below the folder of extensions. Those of the engine may be compiled.
 */
const nameOf = (id: string) => id.replace(/^.*\/extensions\//, '').replace(/\.js$/, '.tsx');
