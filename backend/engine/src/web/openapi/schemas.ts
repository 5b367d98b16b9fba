import { batchJob } from '@bindery/contract/records/batch-jobs.ts';
import { errorBody } from '@bindery/contract/records/error-body.ts';
import { uploadedImport } from '@bindery/contract/records/imports.ts';
import { batchResult, selection } from '@bindery/contract/records/resources/bulk.ts';
import { deletion } from '@bindery/contract/records/resources/deletion.ts';
import { historyEntry } from '@bindery/contract/records/resources/history.ts';
import { relatedCounts } from '@bindery/contract/records/resources/related.ts';
import type { SchemaTransformerSync } from '@ts-rest/open-api';
import { z } from 'zod';

type SchemaObject = NonNullable<ReturnType<SchemaTransformerSync>>;

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
  // OpenAPI 3.1 accepts any JSON schema; the type is for 3.0.
  return described as SchemaObject;
}

/** Converts the schemas of the contract with zod; the error body becomes a reference to one named schema. */
export const schemaTransformer: SchemaTransformerSync = ({ schema, type }) => {
  if (!(schema instanceof z.ZodType)) return null;
  // A reference is a schema too, unlike in the types.
  if (schema === (errorBody as unknown)) return Object.assign<SchemaObject, object>({}, ERROR_SCHEMA);
  return jsonSchema(schema, type === 'response' ? 'output' : 'input');
};

/** Returns the schemas that endpoints of all resources share, by their names in the document. */
export const namedSchemas = (): Readonly<Record<string, SchemaObject>> => ({
  Error: jsonSchema(errorBody, 'output'),
  BatchJob: jsonSchema(batchJob, 'output'),
  BatchResult: jsonSchema(batchResult, 'output'),
  Deletion: jsonSchema(deletion, 'output'),
  HistoryEntry: jsonSchema(historyEntry, 'output'),
  RelatedCounts: jsonSchema(relatedCounts, 'output'),
  Selection: jsonSchema(selection, 'input'),
  UploadedImport: jsonSchema(uploadedImport, 'output'),
});
