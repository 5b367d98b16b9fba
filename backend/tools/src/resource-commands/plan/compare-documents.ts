import { type Change, VERDICT_NAMES, type Verdict } from './change.ts';
import { compareSchemas, type Direction, type Schema } from './compare-schemas.ts';

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

/** A change of one endpoint: `body title is removed`. */
type EndpointChange = Pick<Change, 'what' | 'verdict'>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const FILTER_OPERATOR = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

/**
 * Compares two OpenAPI documents, and judges each change for the current callers: the most serious first. The
 * same change of several endpoints, or of several operators of a filter, is one, with the endpoints as its
 * details.
 */
export function compareDocuments(before: Document, after: Document): Change[] {
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((endpoint) =>
    compareEndpoints(old.get(endpoint), now.get(endpoint)).map((change) => ({
      ...change,
      endpoint,
      subject: /\/api\/([^/]+)/.exec(endpoint)?.[1] ?? 'others',
    })),
  );
  const groups = Map.groupBy(changes, ({ subject, what, verdict }) =>
    JSON.stringify([subject, what, verdict]),
  );
  const grouped = [...groups.values()].map((same): Change => {
    const { subject, what, verdict } = same[0]!;
    const details = [...new Set(same.map(({ endpoint }) => endpoint))];
    return { area: 'endpoints', subject, what, verdict, details };
  });
  return grouped.sort((a, b) => VERDICT_NAMES.indexOf(a.verdict) - VERDICT_NAMES.indexOf(b.verdict));
}

const operationsOf = ({ paths = {} }: Document): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

function compareEndpoints(was: Operation | undefined, is: Operation | undefined): EndpointChange[] {
  if (!was || !is) {
    const [what, verdict] = is ? (['is new', 'safe'] as const) : (['is removed', 'breaking'] as const);
    return [{ what: `endpoint ${what}`, verdict }];
  }
  // An empty list means that no session is needed.
  const [wasOpen, isOpen] = [was, is].map(({ security }) => security?.length === 0);
  const session: EndpointChange = isOpen
    ? { what: 'endpoint needs no session any more', verdict: 'safe' }
    : { what: 'endpoint needs a session', verdict: 'breaking' };
  return [
    ...(wasOpen === isOpen ? [] : [session]),
    ...compareParameters(was.parameters ?? [], is.parameters ?? []),
    ...compareContents(was.requestBody, is.requestBody, 'body'),
    ...compareResponses(was.responses ?? {}, is.responses ?? {}),
  ];
}

/** Parameters are compared like the properties of a body that rejects unknown ones. */
function compareParameters(before: readonly Parameter[], after: readonly Parameter[]): EndpointChange[] {
  const asObject = (parameters: readonly Parameter[], part: string): Schema => {
    const own = parameters.filter((one) => one.in === part);
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
  };
  const parts = new Set([...before, ...after].map((one) => one.in));
  return [...parts].flatMap((part) => comparePart(asObject(before, part), asObject(after, part), part));
}

/** All errors look alike, so an additional one breaks nothing. */
function compareResponses(
  before: Readonly<Record<string, Content>>,
  after: Readonly<Record<string, Content>>,
): EndpointChange[] {
  const statuses = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((one) => /^[23]/.test(one)),
  );
  return [...statuses].flatMap((status): EndpointChange[] => {
    const [was, is] = [before[status], after[status]];
    if (was && is) return compareContents(was, is, 'response');
    return [{ what: `response ${is ? 'may be' : 'is never'} ${status}`, verdict: 'breaking' }];
  });
}

function compareContents(
  { content: old = {} }: Content = {},
  { content: now = {} }: Content = {},
  part: string,
): EndpointChange[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((type): EndpointChange[] => {
    const [was, is] = [old[type], now[type]];
    if (was && is) return comparePart(was.schema ?? {}, is.schema ?? {}, part);
    const verdict: Verdict = is ? 'review' : 'breaking';
    return [{ what: `${part} ${is ? 'may be' : 'is no longer'} ${type}`, verdict }];
  });
}

/** Compares the schemas of a part. Its paths have no list markers: records look the same alone and in lists. */
function comparePart(before: Schema, after: Schema, part: string): EndpointChange[] {
  const direction: Direction = part === 'response' ? 'response' : 'request';
  return compareSchemas(before, after, { at: '', direction }).map(({ at, what, verdict }) => {
    const [label, name] =
      part === 'query' ? ['filter', at.replace(FILTER_OPERATOR, '')] : [part, at.replace(/^\[\]\.?/, '')];
    return { what: [label, name, what].filter(Boolean).join(' '), verdict };
  });
}
