import { resolve } from 'node:path';
import { setProduct } from '#contract/api/product.ts';
import { addKinds } from '#contract/schema/kinds.ts';
import product from '../../../../product.ts';
import * as kinds from '../../../extensions/field-kinds/index.ts';
import resources from './catalogue.ts';

// The product of component tests of the manager: its brand and field kinds, with the catalogue as its
// resources.
addKinds(kinds);
setProduct({ product, resources, root: resolve(import.meta.dirname, '../../../..') });
