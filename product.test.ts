import { testBrand } from '@bindery/tools/testing/brand.ts';

testBrand();
