import { productTests } from '@bindery/tools/testing/vitest.ts';
import { defineConfig } from 'vitest/config';

export default defineConfig(await productTests(import.meta.dirname));
