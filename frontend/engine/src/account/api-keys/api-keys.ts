import type { ApiKeyItem, CreatedApiKey, NewApiKey } from '@bindery/contract/api/api-keys.ts';
import { useCallback, useEffect, useState } from 'react';
import { http, read } from '#frontend/shell/http/http.ts';

export type { ApiKeyItem, CreatedApiKey };

/**
 * The endpoint of the user's own API keys. The endpoint of another user's keys has the same API, but creates
 * none.
 */
export const ownApiKeys = '/api/account/api-keys';

/** Creates an API key of the user. Throws an HttpError. */
export async function createApiKey(values: NewApiKey): Promise<CreatedApiKey> {
  return (await http.post<CreatedApiKey>(ownApiKeys, values)).data;
}

/** Revokes an API key. Throws an HttpError. */
export const revokeApiKey = (address: string, id: string) => http.delete(`${address}/${id}`);

/** State of the list of API keys. */
export interface ApiKeyList {
  /** Undefined until the first response has arrived. */
  readonly keys: readonly ApiKeyItem[] | undefined;
  readonly failed: boolean;
  readonly reload: () => Promise<void>;
}

/** Loads the API keys of an endpoint, newest first. */
export function useApiKeys(address: string): ApiKeyList {
  const [keys, setKeys] = useState<readonly ApiKeyItem[]>();
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      setKeys((await read<ApiKeyItem[]>(address)).data);
    } catch {
      setFailed(true);
    }
  }, [address]);
  useEffect(() => {
    reload();
  }, [reload]);
  return { keys, failed, reload };
}
