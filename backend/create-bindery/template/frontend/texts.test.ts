import { testTexts } from '@bindery/frontend/testing/texts-tests.ts';

testTexts();
