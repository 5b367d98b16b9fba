import { dirname } from 'node:path';
import { buildProduct } from '@bindery/backend/web/run-product.ts';

await buildProduct(dirname(import.meta.dirname));
