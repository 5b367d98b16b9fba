import { bindery } from '@bindery/frontend/build/bindery.ts';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [bindery()] });
