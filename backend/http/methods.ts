const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a request's method is safe (RFC 9110); all others may have side effects. */
export function isRead({ method }: { readonly method: string }): boolean {
  return READS.has(method);
}
