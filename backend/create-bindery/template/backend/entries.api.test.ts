import { testEveryEntry } from '@bindery/tools/testing';

testEveryEntry();
