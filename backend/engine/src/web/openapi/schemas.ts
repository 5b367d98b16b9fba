import { batchJob } from '@bindery/contract/records/batch-jobs.ts';
import { uploadedImport } from '@bindery/contract/records/imports.ts';
import { batchResult, selection } from '@bindery/contract/records/resources/bulk.ts';
import { historyChange } from '@bindery/contract/records/resources/history.ts';
import { deletion, relatedCounts } from '@bindery/contract/records/resources/routes.ts';
import {
  commonHeaders,
  type DeclaredHeaders,
  errorBody,
  type ResponseHeader,
  responseHeaders,
} from '@bindery/contract/records/route-parts.ts';
import { z } from 'zod';

/** A JSON schema, as OpenAPI 3.1 takes it. */
export type SchemaObject = Readonly<Record<string, unknown>> & {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly description?: string;
};

/** The reference to the schema of the error body. */
export const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' } as const;

/** Converts a zod schema to JSON schema, for its input or its output. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): SchemaObject {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      // A format is more readable than the pattern that implements it.
      if (part.format) delete part.pattern;
    },
  });
  return described;
}

/** Converts a schema of the contract; the error body becomes a reference to one named schema. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): SchemaObject =>
  schema === (errorBody as unknown) ? ERROR_SCHEMA : jsonSchema(schema, io);

/** Returns the schemas that endpoints of all resources share, by their names in the document. */
export const namedSchemas = (): Readonly<Record<string, SchemaObject>> => ({
  Error: jsonSchema(errorBody, 'output'),
  BatchJob: jsonSchema(batchJob, 'output'),
  BatchResult: jsonSchema(batchResult, 'output'),
  Deletion: jsonSchema(deletion, 'output'),
  HistoryChange: jsonSchema(historyChange, 'output'),
  RelatedCounts: jsonSchema(relatedCounts, 'output'),
  Selection: jsonSchema(selection, 'input'),
  UploadedImport: jsonSchema(uploadedImport, 'output'),
});

const NUMBERS: ReadonlySet<string> = new Set<ResponseHeader>([
  'Retry-After',
  'X-Retry-After',
  'X-Total-Count',
]);

/** Returns the `headers` of an OpenAPI response: the declared ones, and those of every response. */
export function describeHeaders(declared: DeclaredHeaders) {
  const described = Object.entries({ ...declared, ...commonHeaders }).map(([name, presence]) => {
    const type: 'integer' | 'string' = NUMBERS.has(name) ? 'integer' : 'string';
    const description = responseHeaders[name as ResponseHeader];
    return [name, { description, required: presence === 'always', schema: { type } }] as const;
  });
  return Object.fromEntries(described);
}
