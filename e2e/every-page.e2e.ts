import { testEveryPage } from '@bindery/tools/testing/browser/every-page.ts';

testEveryPage();
