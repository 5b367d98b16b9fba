import {
  commonHeaders,
  type DeclaredHeaders,
  type ResponseHeader,
  responseHeaders,
} from '@bindery/contract/records/route-parts.ts';

const NUMBERS: ReadonlySet<string> = new Set<ResponseHeader>([
  'Retry-After',
  'X-Retry-After',
  'X-Total-Count',
]);

/** Returns the `headers` of an OpenAPI response: the declared ones, and those of every response. */
export function describeHeaders(declared: DeclaredHeaders) {
  const described = Object.entries({ ...declared, ...commonHeaders }).map(([name, presence]) => [
    name,
    {
      description: responseHeaders[name as ResponseHeader],
      required: presence === 'always',
      schema: { type: NUMBERS.has(name) ? ('integer' as const) : ('string' as const) },
    },
  ]);
  return Object.fromEntries(described);
}
