import { defineProduct } from '#contract/product.ts';
import own from '#product';
import resources from './catalogue.ts';

/** The product of component tests of the manager: the brand of the product, with the catalogue as its entries. */
defineProduct({ ...own, resources });
