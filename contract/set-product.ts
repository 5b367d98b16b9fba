import { dirname } from 'node:path';
import { setProduct } from '@bindery/contract/api/product.ts';
import { addKinds } from '@bindery/contract/schema/fields/kinds.ts';
import product from '#product';
import resources from '#resources.config';
import * as kinds from './extensions/field-kinds/index.ts';

// What runs in Node.js and reads the product imports this file first: servers, builds and tests.
addKinds(kinds);
setProduct({ product, resources, root: dirname(import.meta.dirname) });
