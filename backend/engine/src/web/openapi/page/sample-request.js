/* Writes the sample request of an operation. Runs in the browser. */
import { exampleOf } from './words.js';

/** A text in single quotes of a shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Returns the type and an example of the body of an operation's request; without a type if there is no body.
 *
 * @param {any} operation
 * @returns {{ type?: string, schema?: any, example?: string }}
 */
export function bodyOf({ requestBody }) {
  const [type] = Object.keys(requestBody?.content ?? {});
  if (type === undefined) return {};
  const { schema = {} } = requestBody.content[type];
  return schema.format === 'binary'
    ? { type, schema }
    : { type, schema, example: JSON.stringify(exampleOf(schema), null, 2) };
}

/**
 * Returns the curl command of an operation: with the given values of its parameters, and its body or an example of it.
 *
 * @param {{ path: string, method: string, operation: any, security: string[] }} described
 * @param {{ valueFor: (parameter: any) => any, body?: string }} given
 */
export function sampleRequest({ path, method, operation, security }, { valueFor, body }) {
  const query = new URLSearchParams();
  const headers = [];
  let address = path;
  if (security.includes('bearerAuth')) headers.push('"Authorization: Bearer $API_KEY"');
  else if (security.length > 0) headers.push('"Cookie: $SESSION"');
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter;
    const value = valueFor(parameter) ?? (parameter.required ? name.toUpperCase() : undefined);
    if (parameter.in === 'path') address = address.replace(`{${name}}`, value);
    else if (value !== undefined && parameter.in === 'header') headers.push(quoted(`${name}: ${value}`));
    else if (value !== undefined) for (const one of [value].flat()) query.append(name, one);
  }
  const { type, example } = bodyOf(operation);
  if (type) headers.push(quoted(`Content-Type: ${type}`));
  const data = example === undefined ? '--data-binary @FILE' : `-d ${quoted(body || example)}`;
  const search = query.size > 0 ? `?${query}` : '';
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(location.origin + address + search)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(type ? [data] : []),
  ].join(' \\\n  ');
}
