import type { Plugin } from 'vite';

const insertion = /^__insertCSS\(.*\);?$/m;

/**
 * Takes out the line by which sonner writes a style tag at run time: the content security policy refuses
 * tags without a nonce. The same styles come from `sonner/dist/styles.css`, as a file.
 */
export function sonnerWithoutStyleTag(): Plugin {
  return {
    name: 'sonner-without-style-tag',
    transform: (code, id) => {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return null;
      if (!insertion.test(code))
        throw new Error('sonner no longer inserts its styles this way: revisit this plugin');
      return { code: code.replace(insertion, ''), map: null };
    },
  };
}
