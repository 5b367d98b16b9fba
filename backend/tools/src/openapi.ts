/** An OpenAPI document, as tools read it. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, object>>;
}

/** An operation of an OpenAPI document. */
export interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header' | 'cookie';
    readonly required?: boolean;
    readonly schema?: JsonSchema;
  }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
}

/** A request or response body: its schemas by media type. */
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

/** A JSON schema of an OpenAPI document. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** An operation with its path and method. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Lists the endpoints of a document. */
export const endpointsOf = ({ paths = {} }: OpenApiDocument): Endpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries<Operation>({ ...operations }).map(([method, operation]) => ({ method, path, operation })),
  );
