import { testTexts } from '#frontend/testing/texts-tests.ts';

testTexts();
