/**
 * The API tests whose rules hold or fail on both database engines alike: they decide before a statement is made, or by
 * statements that other tests run on both. They are a quarter of the CPU time of all API tests.
 */
export const ENGINE_INDEPENDENT: readonly string[] = [
  'backend/auth/codes/code-guard.api.test.ts',
  'backend/auth/codes/timing-parity.api.test.ts',
  'backend/auth/providers/known-providers.api.test.ts',
  'backend/auth/providers/social.api.test.ts',
  'backend/http/hosts.api.test.ts',
  'backend/testing/endpoint-access/endpoint-access.api.test.ts',
];
