/** The parts of a JSON schema that determine the types. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
}

const TEXT: JsonSchema = { type: 'string' };

/**
 * Returns the schema of a query as its caller writes it. On the server every parameter is a text; a caller passes a
 * number or a boolean if the field is one according to `record`, the schema of the records.
 */
export function asCallerWrites(query: JsonSchema, record: JsonSchema | undefined): JsonSchema {
  const properties = Object.entries(query.properties ?? {}).map(([name, parameter]) => {
    const field = record?.properties?.[name] ?? record?.properties?.[name.replace(/_[a-zA-Z]+$/, '')];
    return [name, asValue(parameter, field)] as const;
  });
  return { ...query, properties: Object.fromEntries(properties) };
}

function asValue(parameter: JsonSchema, field: JsonSchema | undefined): JsonSchema {
  if (parameter.anyOf?.some(({ type }) => type === 'array')) {
    const value = comparedValue(field);
    return { anyOf: [value, { type: 'array', items: value }] };
  }
  if (parameter.enum?.every((value) => value === 'true' || value === 'false')) return { type: 'boolean' };
  if (parameter.enum) return parameter;
  // Page bounds, which are digits.
  if (String(parameter.pattern).startsWith('^\\d')) return { type: 'integer' };
  return comparedValue(field);
}

/** Returns the schema of a filter's value: the schema of the field without null, or a record's id. */
function comparedValue(field: JsonSchema | undefined): JsonSchema {
  const [own = TEXT] = (field?.anyOf ?? [field ?? TEXT]).filter(({ type }) => type !== 'null');
  if (own.enum) return { enum: own.enum.filter((value) => value !== null) };
  const types = [own.type]
    .flat()
    .filter((type) => type === 'boolean' || type === 'integer' || type === 'number');
  return types[0] ? { type: types[0] } : TEXT;
}
