/** The value of a cookie as it was sent, undecoded; undefined when there is none of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** The cookies of a request but for one. */
export function withoutCookie(header: string, name: string): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => !pair.startsWith(`${name}=`)).join('; ');
}
