import { productTests } from '@bindery/tools/config';
import { defineConfig } from 'vitest/config';

export default defineConfig(await productTests(import.meta.dirname));
