import { setProduct } from '#contract/product.ts';
import product from '#product';
import resources from './catalogue.ts';

// The product of component tests of the manager: the brand of the product, with the catalogue as its resources.
setProduct(product, resources);
