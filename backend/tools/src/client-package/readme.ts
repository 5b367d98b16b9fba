import { product } from '@bindery/contract/api/product.ts';
import type { ClientRoute } from '@bindery/contract/api/route-table.ts';

/** Returns the README of the package, with an example from its resources. */
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

Every call returns \`status\`, \`body\` and \`headers\`, and the status determines the type of the body. Rejected calls return too:
if a write is rejected with 400 or 409, \`body.errors\` has the errors by field. The promise rejects only if the server cannot be reached.

| Option | |
| --- | --- |
| \`baseUrl\` | the address of the server |
| \`apiKey\` | an API key, whose user makes every call |
| \`headers\` | headers of every call, or a function that returns them |
| \`credentials\` | whether a browser sends the cookie of its session; by default \`include\` |
| \`fetch\` | a function that sends the requests, instead of the global \`fetch\` |

A call accepts \`params\`, \`query\`, \`body\`, \`headers\` and \`signal\`. A file is sent unchanged: \`body: file\` of \`client.files.upload\`.
`;
}
