import { compile } from 'json-schema-to-typescript';
import type { JsonSchema } from './describe-endpoint.ts';

/** Names that the declarations of the package use themselves. */
const TAKEN = [
  ...['Answer', 'Client', 'ClientOptions', 'ErrorBody', 'FieldError', 'FileBody', 'RecordErrorBody'],
  ...['Refusal', 'RequestHeaders', 'RequestOptions', 'AbortSignal', 'ArrayBuffer', 'Blob', 'Headers'],
  ...['NonNullable', 'Omit', 'Promise', 'Readonly', 'Record', 'Uint8Array'],
];

const STYLE = { singleQuote: true, printWidth: 110 };

const PLAIN: ReadonlyMap<unknown, string> = new Map([
  ['integer', 'number'],
  ...['number', 'string', 'boolean', 'null'].map((type) => [type, type] as const),
]);

/** A use of a schema by an endpoint, with the possible names of the type. */
interface SchemaUse {
  readonly schema: JsonSchema;
  readonly group: string;
  readonly own: string;
  /** The name of the type if endpoints of several groups use it. */
  readonly general: string;
}

/** Returns the schema of an array's items; other schemas unchanged. */
const itemOf = (schema: JsonSchema): JsonSchema =>
  schema.type === 'array' && schema.items ? itemOf(schema.items) : schema;

/** The named types of the package: one for each distinct schema of an object or a union. */
export class NamedTypes {
  readonly #suggested = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema | undefined>();

  /** `uses` are the schemas that will be looked up. */
  constructor(uses: readonly SchemaUse[]) {
    const bySchema = Map.groupBy(uses, ({ schema }) => JSON.stringify(itemOf(schema)));
    for (const [key, [first, ...others]] of bySchema) {
      const isShared = others.some(({ group }) => group !== first!.group);
      this.#suggested.set(key, isShared ? first!.general : first!.own);
    }
  }

  /** Returns the type of a schema: a plain type, or the name of an object or a union. */
  typeOf(schema: JsonSchema, suggested?: string): string {
    if (schema.type === 'array' && schema.items) return `${this.typeOf(schema.items, suggested)}[]`;
    if (!schema.properties && !schema.anyOf && !schema.oneOf) return PLAIN.get(schema.type) ?? 'unknown';
    const key = JSON.stringify(schema);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.reserve(suggested ?? this.#suggested.get(key) ?? 'Value');
    this.#names.set(key, name);
    this.#schemas.set(name, schema);
    return name;
  }

  /** Reserves a name and returns it, with a number if it is already used. */
  reserve(suggested: string): string {
    let name = suggested;
    for (let count = 2; TAKEN.includes(name) || this.#schemas.has(name); count++)
      name = `${suggested}${count}`;
    this.#schemas.set(name, undefined);
    return name;
  }

  /** Returns the declarations of all named types. */
  async declarations(): Promise<string> {
    const declared = [...this.#schemas].flatMap(([name, schema]) => (schema ? [declare(schema, name)] : []));
    return (await Promise.all(declared)).join('\n');
  }
}

/** Returns the declaration of a schema's type. */
export const declare = (schema: JsonSchema, name: string): Promise<string> =>
  compile(withoutBounds(schema), name, {
    additionalProperties: false,
    bannerComment: '',
    // Bounds would turn arrays into tuples.
    ignoreMinAndMaxItems: true,
    style: STYLE,
  });

/** Omits what types cannot express. */
const withoutBounds = (schema: JsonSchema): object =>
  JSON.parse(JSON.stringify(schema), (name, value) =>
    typeof value === 'number' && (name === 'minItems' || name === 'maxItems') ? undefined : value,
  );
