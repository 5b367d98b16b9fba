import { dirname } from 'node:path';
import { buildProduct } from '@bindery/backend';

await buildProduct(dirname(import.meta.dirname));
