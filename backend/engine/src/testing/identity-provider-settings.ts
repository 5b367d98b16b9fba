/** Returns the settings of a server that offers the tests' identity provider, before the provider starts. */
export const identityProviderAt = (port: number) => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}`,
  OIDC_CLIENT_ID: 'bindery',
  OIDC_CLIENT_SECRET: 'a secret between the two of them',
  OIDC_LABEL: 'Company account',
});
