import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** What happens to the records that refer to one which is deleted. */
export type OnDelete = 'restrict' | 'setNull' | 'cascade';

/** What a reference may state. */
export interface ReferenceOptions extends CommonOptions {
  /** `restrict` when left out: a record in use cannot be deleted. */
  readonly onDelete?: OnDelete;
  /** The id that a new record starts with. */
  readonly default?: string;
}

/** How a reference comes out: enough to show and to link it without a second call. */
export interface Referenced {
  readonly id: string;
  readonly label: string;
}

/** A reference to a record of another resource: its id goes in, `{ id, label }` comes out. */
export const reference = <const R extends string, const O extends ReferenceOptions = Record<never, never>>(
  to: R,
  options?: Exactly<O, ReferenceOptions>,
) => field<Built<O, string, Referenced, 'eq' | 'ne'> & { readonly to: R }>('reference', { ...options, to });

/** A reference: a foreign key. */
export const referenceKind: Kind<ReferenceOptions & { readonly to: string }> = {
  options: { to: '', onDelete: 'restrict', default: undefined },
  operators: ['eq', 'ne'],
  indexed: () => true,
  column: () => ({ type: 'uuid', sql: 'uuid' }),
  schema: (z) => z.uuid().toLowerCase(),
  output: (z) => z.object({ id: z.uuid(), label: z.string() }),
  check: ({ onDelete, required }, report) => {
    if (onDelete === 'setNull' && required)
      report('onDelete', onDelete, 'cannot empty a required field; use "restrict" or "cascade"');
    if (onDelete !== undefined && !['restrict', 'setNull', 'cascade'].includes(onDelete))
      report('onDelete', onDelete, 'must be "restrict", "setNull" or "cascade"');
  },
};
