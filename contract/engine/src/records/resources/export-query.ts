import { z } from 'zod';
import type { Fields } from '#contract/schema/entry.ts';
import type { Resource } from '#contract/schema/index.ts';
import { type Selection as SelectedRecords, selection as selectionSchema } from './bulk.ts';
import { fieldsOf } from './fields.ts';
import { orderReader, type RawListQuery, type SelectionQuery, selectionReader } from './list-query.ts';

/** The maximum length of an unknown name that an error repeats. */
const MAX_NAME_LENGTH = 100;

/** The query parameters of an export: a list's without paging, the columns, and the byte order mark. */
type RawExportQuery<F extends Fields> = Omit<
  RawListQuery<F>,
  '_start' | '_end' | '_after' | '_total' | '_computed'
> & {
  /** The names of the fields to export, separated by commas; `id` is allowed. All by default. */
  _fields?: string;
  /** Whether the file starts with a byte order mark, which some spreadsheets need to recognise UTF-8. */
  _bom?: boolean | 'true' | 'false';
};

/** The validated query of an export. */
export interface ExportQuery extends SelectionQuery {
  /** The names of the exported fields, in the order of the columns. */
  readonly fields: readonly string[];
  readonly bom: boolean;
}

/** Creates the schema of an export's query string: unknown parameters and fields are rejected by name. */
export const exportQueryOf = <F extends Fields>(
  of: Resource<F>,
): z.ZodType<ExportQuery, RawExportQuery<F>> => {
  const resource = of as Resource;
  const { shape, read } = selectionReader(resource);
  const names = ['id', ...fieldsOf(resource).map(({ name }) => name)];
  const schema: z.ZodType<ExportQuery> = z
    .strictObject({
      _fields: z.string().max(10_000).optional(),
      _bom: z.enum(['true', 'false']).optional(),
      ...shape,
    })
    .transform((query, context): ExportQuery => {
      const requested = query._fields?.split(',').map((name) => name.trim()) ?? names;
      const unknown = requested.find((name) => !names.includes(name));
      if (unknown !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['_fields'],
          params: { key: 'errors.unknown', values: { field: unknown.slice(0, MAX_NAME_LENGTH) } },
        });
      return {
        ...read(query, context),
        fields: [...new Set(requested)],
        bom: query._bom === 'true',
      };
    });
  // The parameters are made from the fields, and their types from the types of the same fields.
  return schema as z.ZodType<ExportQuery, RawExportQuery<F>>;
};

/** The body of an export request for selected records: the selection, and parameters as in its query. */
export interface RawExportBody {
  select: SelectedRecords;
  _fields?: string[];
  _bom?: boolean;
  _sort?: string;
  _order?: string;
}

/** The validated body of the export of selected records. */
export interface ExportBody extends Pick<ExportQuery, 'order' | 'fields' | 'bom'> {
  readonly select: SelectedRecords;
}

/** Creates the schema of the body of the export of selected records. */
export const exportBodyOf = <F extends Fields>(of: Resource<F>): z.ZodType<ExportBody, RawExportBody> => {
  const resource = of as Resource;
  const readOrder = orderReader(resource);
  const names = ['id', ...fieldsOf(resource).map(({ name }) => name)];
  const schema = z
    .strictObject({
      select: selectionSchema,
      _fields: z.array(z.enum(names)).min(1).max(names.length).optional(),
      _bom: z.boolean().optional(),
      _sort: z.string().max(500).optional(),
      _order: z.string().max(500).optional(),
    })
    .transform(({ select, _fields: fields = names, _bom: bom = false, ...sorting }, context): ExportBody => {
      const order = readOrder(sorting, context);
      return { select, order, fields: [...new Set(fields)], bom };
    });
  return schema as z.ZodType<ExportBody, RawExportBody>;
};
