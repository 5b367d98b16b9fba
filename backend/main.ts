import { dirname } from 'node:path';
import { runProduct } from '@bindery/backend/web/run-product.ts';

await runProduct(dirname(import.meta.dirname));
