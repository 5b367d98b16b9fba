import { testEveryPage } from '@bindery/tools/browser';

await testEveryPage();
