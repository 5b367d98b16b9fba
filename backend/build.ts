import { buildPages } from './pages/build.ts';
import { endWithOneLine } from './process.ts';

await buildPages().catch(endWithOneLine);
