import type { SchemaTransformerSync } from '@ts-rest/open-api';
import { z } from 'zod';
import { errorBody } from '#contract/error-body.ts';

type SchemaObject = ReturnType<SchemaTransformerSync>;

/** Makes the JSON schema of a zod schema: of what comes in, or of what goes out. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      // A format says it better than the pattern that checks it.
      if (part.format) delete part.pattern;
    },
  });
  return described;
}

/** How ts-rest's contract is turned into the document: by zod itself; the error body is named once and referred to. */
export const schemaTransformer: SchemaTransformerSync = ({ schema, type }) => {
  if (!(schema instanceof z.ZodType)) return null;
  if (schema === (errorBody as unknown))
    return { $ref: '#/components/schemas/Error' } as unknown as SchemaObject;
  return jsonSchema(schema, type === 'response' ? 'output' : 'input') as SchemaObject;
};
