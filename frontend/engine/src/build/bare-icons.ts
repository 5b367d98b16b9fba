import type { Plugin } from 'vite';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
/** Unused parts of icons: names, sizes, former names, and keys of elements, which are random and do not compress. */
const UNUSED = /,?\s*key: "\w*"|^\s*(?:name: .*|size: \d+|aliases: \[.*\]),?$|^__iconData\.node;$/gm;

/** Reduces each icon of lucide-react to its elements, which are all that `shell/components/lucide-icon.ts` draws. */
export function bareIcons(): Plugin {
  return {
    name: 'bare-icons',
    transform: (code, id) => {
      if (!ICON.test(id) || !code.includes('const __iconData = {')) return null;
      return { code: code.replace(UNUSED, ''), map: null };
    },
  };
}
