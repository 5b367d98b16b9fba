import type { Plugin, Rolldown } from 'vite';

const ANTD = /\/node_modules\/(?:antd|@ant-design|@rc-component|rc-[^/]+)\//;
const SLOTS = '\0virtual:bindery/slot-modules';

/** In the source of `virtual:bindery/unthemed-slots`. Without a build, it names no slot. */
export const UNTHEMED_PLACE = '%unthemed slots%';

type ModuleInfo = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Returns whether a module imports antd, at once or later, itself or through others. */
export function usesAntd(module: string, { getModuleInfo }: ModuleInfo): boolean {
  const seen = new Set([module]);
  for (const id of seen) {
    if (ANTD.test(id)) return true;
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

/** Returns the name of a slot: its path below the folder of extensions. Those of the engine may be compiled. */
const nameOf = (id: string) => id.replace(/^.*\/extensions\//, '').replace(/\.js$/, '.tsx');
