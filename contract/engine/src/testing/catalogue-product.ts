import { resolve } from 'node:path';
import * as kinds from '#contract/extensions/field-kinds/index.ts';
import { setProduct } from '#contract/product.ts';
import { addKinds } from '#contract/schema/fields/kinds.ts';
import product from '#product';
import resources from './catalogue.ts';

// The product of component tests of the manager: its brand and field kinds, with the catalogue as its resources.
addKinds(kinds);
setProduct({ product, resources, root: resolve(import.meta.dirname, '../..') });
