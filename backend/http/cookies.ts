/** Returns the raw, undecoded value of a cookie; undefined if the header has no cookie of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Returns a Cookie header without the cookie of the given name. */
export function withoutCookie(header: string, name: string): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(`${name}=`)).join('; ');
}
