/** Types for the parts of oidc-provider that tests use; the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
      readonly provider: { readonly Grant: new (about: { clientId: string; accountId: string }) => Grant };
    };
  }

  export interface Configuration {
    clients: readonly object[];
    jwks: { keys: readonly object[] };
    cookies: { keys: readonly string[] };
    claims: Readonly<Record<string, readonly string[]>>;
    features: { devInteractions: { enabled: boolean } };
    interactions: { url(context: Context, interaction: { readonly uid: string }): string };
    findAccount(context: Context, accountId: string): { accountId: string; claims(): object };
    loadExistingGrant(context: Context): Promise<Grant>;
    ttl: Readonly<Record<string, number>>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    callback(): RequestListener;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
  }
}
