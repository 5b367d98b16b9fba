import { compile } from 'json-schema-to-typescript';
import type { JsonSchema } from './query-schema.ts';

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

/** A use of a schema by an endpoint, with the names that it may give the type. */
interface SchemaUse {
  readonly schema: JsonSchema;
  readonly group: string;
  readonly own: string;
  /** The name of a type that endpoints of several groups use. */
  readonly general: string;
}

/** Returns the schema of an array's items, of other schemas themselves. */
const itemOf = (schema: JsonSchema): JsonSchema =>
  schema.type === 'array' && schema.items ? itemOf(schema.items) : schema;

/** The types of the package that have names: one for each distinct schema of an object or a union. */
export class NamedTypes {
  readonly #suggested = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema | undefined>();

  /** `uses` are the schemas that will be asked for. */
  constructor(uses: readonly SchemaUse[]) {
    const bySchema = Map.groupBy(uses, ({ schema }) => JSON.stringify(itemOf(schema)));
    for (const [key, [first, ...others]] of bySchema) {
      const isShared = others.some(({ group }) => group !== first!.group);
      this.#suggested.set(key, isShared ? first!.general : first!.own);
    }
  }

  /** Returns the type of a schema: of a plain value as it is, of an object or a union its name. */
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

  /** Reserves a name and returns it, with a number if it is taken. */
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
    // Bounds would make tuples of arrays.
    ignoreMinAndMaxItems: true,
    style: STYLE,
  });

/** Leaves out what types cannot say. */
const withoutBounds = (schema: JsonSchema): object =>
  JSON.parse(JSON.stringify(schema), (name, value) =>
    typeof value === 'number' && (name === 'minItems' || name === 'maxItems') ? undefined : value,
  );
