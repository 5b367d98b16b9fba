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
 * Returns the address of a request with the given values of its parameters, its parts, and its headers for a shell.
 *
 * @param {{ path: string, operation: any }} described
 * @param {(parameter: any) => any} valueFor
 */
export function targetOf({ path, operation }, valueFor) {
  const query = new URLSearchParams();
  const headers = [];
  let filled = path;
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter;
    const value = valueFor(parameter) ?? (parameter.required ? name.toUpperCase() : undefined);
    if (parameter.in === 'path') filled = filled.replace(`{${name}}`, value);
    else if (value !== undefined && parameter.in === 'header') headers.push(quoted(`${name}: ${value}`));
    else if (value !== undefined) for (const one of [value].flat()) query.append(name, one);
  }
  return { address: query.size > 0 ? `${filled}?${query}` : filled, path: filled, query, headers };
}

/**
 * Returns the curl command of an operation: with the given values of its parameters, and its body or an example of it.
 *
 * @param {{ path: string, method: string, operation: any, security: string[] }} described
 * @param {{ valueFor: (parameter: any) => any, body?: string }} given
 */
export function sampleRequest({ path, method, operation, security }, { valueFor, body }) {
  const { address, path: filled, query, headers } = targetOf({ path, operation }, valueFor);
  // Several parameters have a line each, as far as curl itself can add them to the address.
  const isDivided = method === 'get' && query.size > 1;
  const option = isDivided ? '-G' : method === 'get' ? undefined : `-X ${method.toUpperCase()}`;
  if (security.includes('bearerAuth')) headers.unshift('"Authorization: Bearer $API_KEY"');
  else if (security.length > 0) headers.unshift('"Cookie: $SESSION"');
  const { type, example } = bodyOf(operation);
  if (type) headers.push(quoted(`Content-Type: ${type}`));
  // Its lines are as far in as the option: JSON has no line ends within its texts.
  const data =
    example === undefined ? '--data-binary @FILE' : `-d ${quoted(body || example).replaceAll('\n', '\n  ')}`;
  const url = quoted(location.origin + (isDivided ? filled : address));
  return [
    ...(option === undefined ? [`curl ${url}`] : [`curl ${option}`, url]),
    ...(isDivided ? [...query].map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`) : []),
    ...headers.map((header) => `-H ${header}`),
    ...(type ? [data] : []),
  ].join(' \\\n  ');
}
