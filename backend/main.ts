import { dirname } from 'node:path';
import { runProduct } from '@bindery/backend';

await runProduct(dirname(import.meta.dirname));
