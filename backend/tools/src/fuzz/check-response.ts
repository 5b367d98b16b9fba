import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FuzzEndpoint } from './requests.ts';
import type { FuzzResponse } from './send-request.ts';

/** Checks responses against an OpenAPI document. */
export interface ResponseCheck {
  /** Returns the problem of a response; undefined if it is valid. */
  problemOf(endpoint: FuzzEndpoint, answer: FuzzResponse): string | undefined;
}

/** Default error messages of zod, which no response should contain. */
const WORDS_OF_ZOD =
  /Invalid (?:input|option:|key in|element in|string:|ISO|UUID|URL|email address)|Unrecognized key|Too (?:small|big):|expected \w+, received/;
const NO_BODY = new Set([204, 304]);

/**
 * Creates a check of responses: no 500, no HTML, no messages of a library, and only statuses and bodies that
 * the document defines.
 */
export function createResponseCheck(document: object): ResponseCheck {
  // Most checks run once: generating shorter code would take longer than running it.
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
  addFormats(ajv);
  ajv.addSchema(document, 'openapi');
  const known = new Map<string, ValidateFunction>();
  const validatorOf = ({ method, path }: FuzzEndpoint, status: string) => {
    const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
    const reference = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = known.get(reference) ?? ajv.compile({ $ref: reference });
    known.set(reference, validate);
    return validate;
  };
  return {
    problemOf: (endpoint, { status, contentType, text }) => {
      const shown = `${status} ${text.slice(0, 400)}`;
      if (status >= 500 && status !== 503) return `a failure of ours: ${shown}`;
      if (/html/i.test(contentType) || /<html|<pre|\n\s+at /i.test(text)) return `not for programs: ${shown}`;
      if (status >= 400 && WORDS_OF_ZOD.test(text)) return `the words of a library: ${shown}`;
      const documented = endpoint.operation.responses[String(status)];
      if (!documented) return `a status that is not documented: ${shown}`;
      if (NO_BODY.has(status)) return text === '' ? undefined : `a body with ${shown}`;
      const types = Object.keys(documented.content ?? {});
      if (types.length === 0) return text === '' ? undefined : `an undocumented body: ${shown}`;
      const type = types.find((name) => contentType.startsWith(name));
      if (!type) return `not ${types.join(' or ')} but ${contentType}: ${shown}`;
      if (type !== 'application/json') return undefined;
      const validate = validatorOf(endpoint, String(status));
      if (validate(parsed(text))) return undefined;
      return `a body that is not documented: ${ajv.errorsText(validate.errors)} in ${shown}`;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
