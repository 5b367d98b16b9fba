import { canonical, compareSchemas, type Direction, type Schema, type Verdict } from './compare-schemas.ts';

/** A change for callers, which may be the same for several endpoints of a resource. */
export interface EndpointChange {
  /** The resource, or the first part of the path of an endpoint without a resource. */
  readonly resource: string;
  readonly endpoints: readonly string[];
  /** The part of the endpoint: the endpoint itself, the request, or the response. */
  readonly part: string;
  /** The parameter or property; empty for the part as a whole. */
  readonly name: string;
  readonly what: string;
  readonly verdict: Verdict;
}

type Change = Pick<EndpointChange, 'part' | 'name' | 'what' | 'verdict'>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
}

/** The compared parts of an OpenAPI document. */
export interface Document {
  readonly paths?: Readonly<Record<string, object>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const VERDICTS: readonly Verdict[] = ['breaking', 'review', 'safe'];
const FILTER = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

/**
 * Compares two OpenAPI documents, and judges each change for the current callers: the most serious first. The
 * same change of several endpoints, or of several operators of a filter, is one.
 */
export function compareDocuments(before: Document, after: Document): EndpointChange[] {
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const groups = new Map<string, EndpointChange>();
  for (const endpoint of new Set([...old.keys(), ...now.keys()])) {
    const resource = /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others';
    for (const change of compareEndpoint(old.get(endpoint), now.get(endpoint))) {
      const name = change.part === 'query' ? change.name.replace(FILTER, '') : change.name;
      const key = JSON.stringify([resource, { ...change, name }]);
      const endpoints = new Set(groups.get(key)?.endpoints).add(endpoint);
      groups.set(key, { ...change, resource, name, endpoints: [...endpoints] });
    }
  }
  return [...groups.values()].sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

const operationsOf = ({ paths = {} }: Document): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

function compareEndpoint(was: Operation | undefined, is: Operation | undefined): Change[] {
  const whole = (what: string, verdict: Verdict) => [{ part: 'endpoint', name: '', what, verdict }];
  if (!was) return whole('is new', 'safe');
  if (!is) return whole('is removed', 'breaking');
  if (canonical(was) === canonical(is)) return [];
  // An empty list means that no session is needed.
  const [wasOpen, isOpen] = [was, is].map(({ security }) => security?.length === 0);
  return [
    ...(wasOpen === isOpen
      ? []
      : isOpen
        ? whole('needs no session any more', 'safe')
        : whole('needs a session', 'breaking')),
    ...compareParameters(was.parameters ?? [], is.parameters ?? []),
    ...compareContents(was.requestBody ?? {}, is.requestBody ?? {}, { part: 'body', direction: 'request' }),
    ...compareResponses(was.responses ?? {}, is.responses ?? {}),
  ];
}

/** Parameters are compared like the properties of a body that rejects unknown ones. */
const compareParameters = (before: readonly Parameter[], after: readonly Parameter[]): Change[] =>
  [...new Set([...before, ...after].map((one) => one.in))].flatMap((part) => {
    const asObject = (parameters: readonly Parameter[]): Schema => {
      const own = parameters.filter((one) => one.in === part);
      return {
        type: 'object',
        properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
        required: own.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
      };
    };
    return schemaChanges(asObject(before), asObject(after), { part, direction: 'request' });
  });

interface Part {
  readonly part: string;
  readonly direction: Direction;
}

/** The path of a property, without list markers: records look the same alone and in lists. */
const schemaChanges = (before: Schema, after: Schema, { part, direction }: Part): Change[] =>
  compareSchemas(before, after, { at: '', direction }).map(({ at, what, verdict }) => ({
    part,
    name: at.replace(/^\[\]\.?/, ''),
    what,
    verdict,
  }));

function compareContents(
  { content: old = {} }: Content,
  { content: now = {} }: Content,
  part: Part,
): Change[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((type): Change[] => {
    const [was, is] = [old[type], now[type]];
    if (was && is) return schemaChanges(was.schema ?? {}, is.schema ?? {}, part);
    const what = is ? `may be ${type}` : `is no longer ${type}`;
    return [{ part: part.part, name: '', what, verdict: is ? 'review' : 'breaking' }];
  });
}

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** All errors look alike, so an additional one breaks nothing. */
const compareResponses = (
  before: Readonly<Record<string, Content>>,
  after: Readonly<Record<string, Content>>,
): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(isSuccess)
    .flatMap((status): Change[] => {
      const [was, is] = [before[status], after[status]];
      if (was && is) return compareContents(was, is, { part: 'response', direction: 'response' });
      const what = is ? `may be ${status}` : `is never ${status}`;
      return [{ part: 'response', name: '', what, verdict: 'breaking' }];
    });
