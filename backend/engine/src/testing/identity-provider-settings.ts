/** Returns the settings with which a server offers the identity provider of tests at a port, before that starts. */
export const identityProviderAt = (port: number) => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}`,
  OIDC_CLIENT_ID: 'bindery',
  OIDC_CLIENT_SECRET: 'a secret between the two of them',
  OIDC_LABEL: 'Company account',
});
