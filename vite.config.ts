import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './frontend/precompress.ts';
import { sonnerWithoutStyleTag } from './frontend/sonner-without-style-tag.ts';

export default defineConfig({
  plugins: [react(), sonnerWithoutStyleTag(), precompress()],
  publicDir: 'frontend/public',
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    manifest: true,
    // A data: address would need a wider content security policy, and locale files must stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes only with an upgrade stays in the visitor's cache when we deploy.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 1 },
            // One file instead of twenty small ones.
            { name: 'shell', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
