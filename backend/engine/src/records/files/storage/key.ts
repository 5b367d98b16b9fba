const KEY = /^(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(?<variant>original|\d{1,4})$/;

/**
 * Returns the two names of a key. Anything else never becomes a path.
 * @throws Error for an invalid key.
 */
export function fileName(key: string): { readonly id: string; readonly variant: string } {
  const { id, variant } = KEY.exec(key)?.groups ?? {};
  if (!id || !variant) throw new Error(`No key of a file: ${JSON.stringify(key)}`);
  return { id, variant };
}

/** Returns the key of a variant of a file: `original`, or the width of a thumbnail. */
export const storageKey = (id: string, variant: string | number): string => `${id}/${variant}`;
