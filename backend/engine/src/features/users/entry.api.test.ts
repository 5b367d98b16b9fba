import { clinic } from '@bindery/contract/testing/clinic.ts';
import { describe } from 'vitest';
import { Declarations } from '#backend/testing/declarations.ts';
import { testEntries } from '#backend/testing/entry-tests.ts';

describe('every entry of a clinic, whose users have custom fields', () =>
  testEntries(clinic, undefined, new Declarations()));
