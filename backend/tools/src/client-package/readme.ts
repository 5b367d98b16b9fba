import { product } from '@bindery/contract/api/product.ts';
import type { ClientRoute } from '@bindery/contract/api/route-table.ts';

/** Returns the README of the package, with an example of its own resources. */
export function readmeOf({ name, endpoints }: { name: string; endpoints: readonly ClientRoute[] }): string {
  // The first resource.
  const group = endpoints.find((endpoint) => endpoint.name === 'list')?.group ?? 'users';
  return `# ${name}

The typed client of the API of ${product().name}. It has no dependencies, and runs in browsers and in Node.js from version 20 on.

\`\`\`ts
import { createClient } from '${name}';

const client = createClient({
  baseUrl: 'http://localhost:3000',
  apiKey: key,
});

const found = await client.${group}.list({ query: { _end: 50 } });
if (found.status === 200) {
  console.log(found.headers.get('X-Total-Count'), found.body);
}
\`\`\`

Every call answers with \`status\`, \`body\` and \`headers\`, and the status tells the type of the body. A refused call is an answer, too:
\`body.errors\` has the errors by field where a write is refused with 400 or 409. A call rejects only if the server cannot be reached.

| Option | |
| --- | --- |
| \`baseUrl\` | the address of the server |
| \`apiKey\` | an API key, in whose user's name every call is made |
| \`headers\` | headers of every call, or a function that returns them |
| \`credentials\` | whether a browser sends the cookie of its session; by default \`include\` |
| \`fetch\` | what sends the requests, instead of the global \`fetch\` |

A call takes \`params\`, \`query\`, \`body\`, \`headers\` and \`signal\`. A file is sent as it is: \`body: file\` of \`client.files.upload\`.
`;
}
