import type { MetaQuery } from '@refinedev/core';

/** The idempotency keys of one form. */
export interface IdempotencyKeys {
  /** Returns the key of a creation: the same one for the same values. */
  readonly of: (values: unknown) => string;
  /** Lets the same values be created again, because the last creation has a response. */
  readonly renew: () => void;
}

/** Creates the keys of a form, which make a retry safe after a lost response. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let last: { readonly values: string; readonly key: string } | undefined;
  return {
    of: (given) => {
      const values = JSON.stringify(given);
      if (last?.values !== values) last = { values, key: newKey() };
      return last.key;
    },
    renew: () => {
      last = undefined;
    },
  };
}

/** `crypto.randomUUID` exists in secure contexts only, and a server in a local network may not be one. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Returns the header of a creation whose `meta` has the keys of a form. */
export function idempotencyKeyOf(meta: MetaQuery | undefined, values: unknown): MetaQuery {
  const keys: IdempotencyKeys | undefined = meta?.idempotencyKeys;
  return keys ? withKey(keys, values) : {};
}

/** Returns the options of a request that runs once, even if the same values are sent again before `renew`. */
export const withKey = (keys: IdempotencyKeys, values: unknown) => ({
  headers: { 'idempotency-key': keys.of(values) },
});
