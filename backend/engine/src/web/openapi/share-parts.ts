import { capitalized } from '@bindery/contract/schema/names.ts';
import { groupOf, type Operation, type Parameter, type Paths } from './operations.ts';
import { ERROR_SCHEMA } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;
type Response = Operation['responses'][string];

/** A part with content, or a reference to one. */
type WithContent = Partial<Pick<Response, 'content'>>;

const schemaIn = (part: WithContent | undefined) => part?.content?.['application/json']?.schema;

/**
 * Moves shared parts of a document's operations to its components: the schemas of each resource and the named
 * ones, parameters, responses of errors, and headers. The document then has each part only once.
 * @returns the paths with references to those parts, and the components.
 */
export function shareParts({ paths, schemas }: { paths: object; schemas: Json }) {
  const operations = Object.values(paths as Paths).flatMap((methods) => Object.values(methods));
  const components = new Components(schemas);
  const given = Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name] as const);
  const names = Map.groupBy(operations.flatMap(namesIn), ({ scope }) => scope);
  const share = (operation: Operation): Operation => {
    const scope = groupOf(operation.operationId);
    const own = names.get(scope)?.map(({ text, name }) => [text, name] as const) ?? [];
    return shareOperation(operation, { components, scope, names: new Map([...own.toReversed(), ...given]) });
  };
  const result = Object.entries(paths as Paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, share(operation)])),
  ]);
  const shared = Object.fromEntries(result) as Paths;
  return { paths: shared, components: withoutUnused(components.all, shared) };
}

/** Removes the given schemas to which nothing refers, and then those to which only they referred. */
function withoutUnused(components: Components['all'], paths: Paths): Components['all'] {
  const text = JSON.stringify([paths, components]);
  const schemas = Object.entries(components.schemas);
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  return used.length === schemas.length
    ? components
    : withoutUnused({ ...components, schemas: Object.fromEntries(used) }, paths);
}

/** The names of a resource's complete schemas by endpoint: `BooksRecord` is the response of `read`. */
const OF_RESOURCES = new Map([
  ['read', 'Record'],
  ['create', 'Create'],
  ['update', 'Update'],
  ['replace', 'Replace'],
]);

/** The names of the complete schemas in an operation. */
function namesIn({ operationId, requestBody, responses }: Operation) {
  const [scope = '', action = ''] = operationId.split('.');
  const name = OF_RESOURCES.get(action);
  const schema = schemaIn(action === 'read' ? responses['200'] : requestBody);
  if (!name || !isNamable(schema)) return [];
  return [{ scope, text: JSON.stringify(schema), name: `${capitalized(scope)}${name}` }];
}

/** A schema that is shorter than a reference is not shared. */
const isNamable = (schema: unknown): schema is Json =>
  typeof schema === 'object' &&
  schema !== null &&
  ['properties', 'items', 'anyOf'].some((keyword) => keyword in schema);

interface Sharing {
  readonly components: Components;
  readonly scope: string;
  /** The names of schemas by their JSON. */
  readonly names: ReadonlyMap<string, string>;
}

function shareOperation(operation: Operation, sharing: Sharing): Operation {
  const { parameters, requestBody, responses } = operation;
  const shared = Object.entries(responses).map(([status, response]) => [
    status,
    shareResponse(response, { ...sharing, status }),
  ]);
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((one) => shareParameter(one, sharing)) }),
    ...(requestBody && { requestBody: shareContent(requestBody, sharing) }),
    responses: Object.fromEntries(shared),
  };
}

/** Fields of two resources may share a name; parameters that start with `_`, or are no filter, are equal. */
function shareParameter(parameter: Parameter, { components, scope }: Sharing): Parameter {
  const { name } = parameter;
  const isFilter = parameter.in === 'query' && !name.startsWith('_');
  const at = { name: isFilter ? `${scope}.${name}` : name, scope };
  return components.add('parameters', at, parameter) as object as Parameter;
}

function shareResponse(response: Response, { status, ...sharing }: Sharing & { status: string }): Response {
  const { components, scope } = sharing;
  const headers = Object.entries(response.headers).map(([header, described]) => {
    const name = described.required ? header : `${header}-sometimes`;
    return [header, components.add('headers', { name, scope }, described)] as const;
  });
  const described = { ...shareContent(response, sharing), headers: Object.fromEntries(headers) };
  if (schemaIn(response)?.$ref !== ERROR_SCHEMA.$ref) return described;
  const more = headers.map(([header]) => header).filter((header) => header !== 'X-Request-Id');
  const name = `Error${[status, ...more].join('').replaceAll('-', '')}`;
  return components.add('responses', { name, scope }, described) as object as Response;
}

function shareContent<Part extends WithContent>(part: Part, sharing: Sharing): Part {
  if (!part.content) return part;
  const content = Object.entries(part.content).map(([type, { schema, ...media }]) => [
    type,
    { ...media, ...(schema && { schema: shareSchema(schema, sharing) }) },
  ]);
  return { ...part, content: Object.fromEntries(content) };
}

function shareSchema(schema: unknown, sharing: Sharing): unknown {
  if (Array.isArray(schema)) return schema.map((part) => shareSchema(part, sharing));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = isNamable(schema) ? sharing.names.get(JSON.stringify(schema)) : undefined;
  if (name !== undefined) return sharing.components.add('schemas', { name, scope: sharing.scope }, schema);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => [keyword, shareSchema(part, sharing)]),
  );
}

type Section = 'schemas' | 'responses' | 'parameters' | 'headers';

/** A reference to a component of an OpenAPI document. */
interface Reference {
  readonly $ref: string;
}

/**
 * The components of an OpenAPI document, by section and name. Equal parts are one, under the first free name.
 * Names of different parts never clash: the second one's starts with its scope.
 */
class Components {
  readonly all: Record<Section, Record<string, unknown>> = {
    schemas: {},
    responses: {},
    parameters: {},
    headers: {},
  };
  readonly #texts = new Map<string, string>();

  /** Starts with named schemas. */
  constructor(schemas: Json) {
    for (const [name, schema] of Object.entries(schemas)) this.add('schemas', { name, scope: '' }, schema);
  }

  /** Adds a part unless an equal one exists, and returns the reference to it. */
  add(section: Section, { name, scope }: { name: string; scope: string }, part: unknown): Reference {
    const text = JSON.stringify(part);
    const taken = (wanted: string): boolean => (this.#texts.get(`${section} ${wanted}`) ?? text) !== text;
    let free = taken(name) ? `${scope}${section === 'schemas' ? '' : '.'}${name}` : name;
    for (let number = 2; taken(free); number++) free = `${scope}${name}${number}`;
    this.#texts.set(`${section} ${free}`, text);
    this.all[section][free] = part;
    return { $ref: `#/components/${section}/${free}` };
  }
}
