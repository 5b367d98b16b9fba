import { setProduct } from '#contract/product.ts';
import product from '../product.ts';
import { start } from './start.tsx';

setProduct(product);
start();
