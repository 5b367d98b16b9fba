import { buildPages } from './page-shell/build.ts';
import { endWithOneLine } from './lifecycle.ts';

await buildPages().catch(endWithOneLine);
