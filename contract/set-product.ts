import product from '#product';
import resources from '#resources.config';
import { setProduct } from './product.ts';

// What runs in Node.js and reads the product imports this file first: servers, builds and tests.
setProduct(product, resources);
