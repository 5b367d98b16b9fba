import type { Plugin } from 'vite';

const insertion = /^__insertCSS\(.*\);?$/m;

/**
 * Removes the line with which sonner inserts a style tag at run time, because the content security policy
 * blocks tags without a nonce. `sonner/dist/styles.css` provides the same styles as a file.
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
