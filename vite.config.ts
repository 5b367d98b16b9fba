import { bindery } from '@bindery/frontend/build';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [bindery()] });
