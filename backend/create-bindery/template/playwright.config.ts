import { browserTests } from '@bindery/tools/testing/browser/config.ts';
import { defineConfig } from '@playwright/test';

export default defineConfig(await browserTests(import.meta.dirname));
