import { exitWithMessage } from './lifecycle.ts';
import { buildPages } from './page-shell/build.ts';

await buildPages().catch(exitWithMessage);
