import { freePort } from '@bindery/backend/testing/free-port.ts';
import { identityProviderAt } from '@bindery/backend/testing/identity-provider-settings.ts';
import { browserTests } from '@bindery/tools/config';

process.env.E2E_PROVIDER_PORT ??= String(await freePort());

export default await browserTests(import.meta.dirname, {
  // It responds only in the tests that sign in through it: see social.e2e.ts.
  settings: { ...identityProviderAt(Number(process.env.E2E_PROVIDER_PORT)) },
});
