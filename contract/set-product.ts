import { dirname } from 'node:path';
import product from '#product';
import resources from '#resources.config';
import * as kinds from './extensions/field-kinds/index.ts';
import { setProduct } from './product.ts';
import { addKinds } from './schema/fields/kinds.ts';

// What runs in Node.js and reads the product imports this file first: servers, builds and tests.
addKinds(kinds);
setProduct({ product, resources, root: dirname(import.meta.dirname) });
