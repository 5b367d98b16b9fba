import { describe } from 'vitest';
import { testEntries } from '#backend/testing/entry-tests.ts';
import { clinic } from '#contract/testing/clinic.ts';

describe('every entry of a clinic, whose users have fields of its own', () => testEntries(clinic));
