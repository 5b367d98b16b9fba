import type { ApiKeyItem, CreatedApiKey, NewApiKey } from '@bindery/contract/api/api-keys.ts';
import { useCallback, useEffect, useState } from 'react';
import { api, read } from '#frontend/shell/http/api.ts';

export type { ApiKeyItem, CreatedApiKey };

/** Creates an API key of the user. Throws an HttpError. */
export async function createApiKey(values: NewApiKey): Promise<CreatedApiKey> {
  return (await api.account.createApiKey({ body: values })).body;
}

/** Revokes an API key of a user; without `of`, of the user's own. Throws an HttpError. */
export const revokeApiKey = (of: string | undefined, keyId: string) =>
  of === undefined
    ? api.account.revokeApiKey({ params: { keyId } })
    : api.users.revokeApiKey({ params: { id: of, keyId } });

/** State of the list of API keys. */
export interface ApiKeyList {
  /** Undefined until the first response has arrived. */
  readonly keys: readonly ApiKeyItem[] | undefined;
  readonly failed: boolean;
  readonly reload: () => Promise<void>;
}

/** Loads the API keys of a user, newest first; without `of`, the user's own. */
export function useApiKeys(of: string | undefined): ApiKeyList {
  const [keys, setKeys] = useState<readonly ApiKeyItem[]>();
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      const { body } = await read(() =>
        of === undefined ? api.account.listApiKeys() : api.users.listApiKeys({ params: { id: of } }),
      );
      setKeys(body);
    } catch {
      setFailed(true);
    }
  }, [of]);
  useEffect(() => {
    reload();
  }, [reload]);
  return { keys, failed, reload };
}
