import { type ParsedUrlQuery, parse } from 'node:querystring';

/** Returns the value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns query parameters as Express parses them: a repeated one becomes an array. */
export const queryOf = ({ searchParams }: Pick<URL, 'searchParams'>): ParsedUrlQuery =>
  parse(searchParams.toString(), '&', '=', { maxKeys: 0 });
