import { testBrand } from '@bindery/tools/testing';

testBrand();
