const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request's method only asks for something, as RFC 9110 has it ("safe"); all others may change something. */
export function isRead({ method }: { readonly method: string }): boolean {
  return READS.has(method);
}
