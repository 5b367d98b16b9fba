import { resolveReferences } from '@bindery/backend/web/openapi/resolve-references.ts';
import type { Verdict } from '../verdict.ts';
import { compareSchemas } from './compare-schemas.ts';
import { canonical, type Schema } from './schema.ts';
import type { Direction } from './schema-change.ts';

/** A change of one endpoint for its callers. */
export interface EndpointChange {
  /** `GET /api/books` */
  readonly endpoint: string;
  /** The part of the endpoint: the endpoint itself, the request, or the response. */
  readonly part: 'endpoint' | 'query' | 'path' | 'header' | 'body' | 'response';
  /** The parameter or property; empty for the part as a whole. */
  readonly name: string;
  readonly what: string;
  readonly verdict: Verdict;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
}

/** The compared parts of an OpenAPI document. */
export interface Document {
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: object;
}

type Change = Omit<EndpointChange, 'endpoint'>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Compares two OpenAPI documents, and judges each change for the current callers. A reference counts as the
 * referenced component: the name of a component, or whether there is one, changes nothing for callers.
 */
export function compareDocuments(before: Document, after: Document): EndpointChange[] {
  const [old, now] = [operationsOf(resolveReferences(before)), operationsOf(resolveReferences(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((endpoint): EndpointChange[] => {
    const [was, is] = [old.get(endpoint), now.get(endpoint)];
    const whole = { endpoint, part: 'endpoint', name: '' } as const;
    if (!was) return [{ ...whole, what: 'is new', verdict: 'safe' }];
    if (!is) return [{ ...whole, what: 'is removed', verdict: 'breaking' }];
    if (canonical(was) === canonical(is)) return [];
    return compareOperations(was, is).map((change) => ({ ...change, endpoint }));
  });
}

const operationsOf = ({ paths = {} }: Document): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

const compareOperations = (before: Operation, after: Operation): Change[] => [
  ...compareSecurity(before, after),
  ...compareParameters(before.parameters ?? [], after.parameters ?? []),
  ...compareBodies(before.requestBody, after.requestBody),
  ...compareResponses(before.responses ?? {}, after.responses ?? {}),
];

/**
 * An empty list means that no session is needed; without a list, the document's default applies, which needs
 * one.
 */
function compareSecurity({ security: before }: Operation, { security: after }: Operation): Change[] {
  const [wasOpen, isOpen] = [before?.length === 0, after?.length === 0];
  if (wasOpen === isOpen) return [];
  return [
    isOpen
      ? { part: 'endpoint', name: '', what: 'needs no session any more', verdict: 'safe' }
      : { part: 'endpoint', name: '', what: 'needs a session', verdict: 'breaking' },
  ];
}

const partOf = (parameter: Parameter): Change['part'] =>
  parameter.in === 'path' || parameter.in === 'header' ? parameter.in : 'query';

function compareParameters(before: readonly Parameter[], after: readonly Parameter[]): Change[] {
  const byKey = (all: readonly Parameter[]) => new Map(all.map((one) => [`${one.in} ${one.name}`, one]));
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Change[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const at = { part: partOf((was ?? is)!), name: (was ?? is)!.name };
    if (!is) return [{ ...at, what: 'is removed', verdict: 'breaking' }];
    const isRequired = is.required ? 'required' : 'optional';
    if (!was)
      return [{ ...at, what: `is new and ${isRequired}`, verdict: is.required ? 'breaking' : 'safe' }];
    return [
      ...(Boolean(was.required) === Boolean(is.required)
        ? []
        : [{ ...at, what: `becomes ${isRequired}`, verdict: is.required ? 'breaking' : 'safe' } as const]),
      ...schemaChanges({ before: was.schema, after: is.schema }, { ...at, direction: 'request' }),
    ];
  });
}

interface Part {
  readonly part: Change['part'];
  readonly name?: string;
  readonly direction: Direction;
}

/** The path of a property, without list markers: records look the same alone and in lists. */
const nameAt = (name: string, at: string): string =>
  [name, at.replace(/^\[\]\.?/, '')].filter((one) => one !== '').join('.');

const schemaChanges = (
  { before = {}, after = {} }: { before: Schema | undefined; after: Schema | undefined },
  { part, name = '', direction }: Part,
): Change[] =>
  compareSchemas({ before, after }, { at: '', direction }).map(({ at, what, verdict }) => ({
    part,
    name: nameAt(name, at),
    what,
    verdict,
  }));

function compareBodies(before: Operation['requestBody'], after: Operation['requestBody']): Change[] {
  const at = { part: 'body', name: '' } as const;
  if (!before && !after) return [];
  if (!after) return [{ ...at, what: 'is removed', verdict: 'breaking' }];
  const verdict: Verdict = after.required ? 'breaking' : 'safe';
  if (!before) return [{ ...at, what: `is new and ${after.required ? 'required' : 'optional'}`, verdict }];
  return [
    ...(!before.required && after.required
      ? [{ ...at, what: 'becomes required', verdict: 'breaking' } as const]
      : []),
    ...compareContents(before, after, { part: 'body', direction: 'request' }),
  ];
}

function compareContents(before: Content, after: Content, part: Part): Change[] {
  const [old, now] = [before.content ?? {}, after.content ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((type): Change[] => {
    const [was, is] = [old[type], now[type]];
    const at = { part: part.part, name: '' };
    if (!is) return [{ ...at, what: `is no longer ${type}`, verdict: 'breaking' }];
    if (!was)
      return [{ ...at, what: `may be ${type}`, verdict: part.direction === 'request' ? 'safe' : 'review' }];
    return schemaChanges({ before: was.schema, after: is.schema }, part);
  });
}

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** All errors look alike, so an additional one breaks nothing. */
function compareResponses(
  before: Readonly<Record<string, Content>>,
  after: Readonly<Record<string, Content>>,
): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((status): Change[] => {
    const [was, is] = [before[status], after[status]];
    const at = { part: 'response', name: '' } as const;
    if (!is) return [{ ...at, what: `is never ${status}`, verdict: isSuccess(status) ? 'breaking' : 'safe' }];
    if (!was) return [{ ...at, what: `may be ${status}`, verdict: isSuccess(status) ? 'breaking' : 'safe' }];
    return [
      ...compareHeaders(was, is),
      ...(isSuccess(status) ? compareContents(was, is, { part: 'response', direction: 'response' }) : []),
    ];
  });
}

const compareHeaders = ({ headers: before = {} }: Content, { headers: after = {} }: Content): Change[] =>
  Object.entries(before).flatMap(([name, { required }]): Change[] =>
    required && !after[name]?.required
      ? [{ part: 'response', name, what: 'is no longer a header of every response', verdict: 'breaking' }]
      : [],
  );
