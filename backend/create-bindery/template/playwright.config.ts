import { browserTests } from '@bindery/tools/config';
import { defineConfig } from '@playwright/test';

export default defineConfig(await browserTests(import.meta.dirname));
