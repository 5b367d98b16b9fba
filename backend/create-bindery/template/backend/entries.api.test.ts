import { testEveryEntry } from '@bindery/tools/testing/entries.ts';

testEveryEntry();
