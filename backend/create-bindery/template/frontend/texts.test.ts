import { testTexts } from '@bindery/frontend/testing';

testTexts();
