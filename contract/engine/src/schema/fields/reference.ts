import type { DynamicDefault } from './dynamic-default.ts';
import {
  type Built,
  type CommonOptions,
  type Equality,
  type Exactly,
  field,
  type Kind,
  type Quoted,
  type Report,
  type Stated,
} from './field.ts';

/** What may happen to records that refer to a deleted one. */
export const referenceActions = ['restrict', 'setNull', 'cascade'] as const;

/** What happens to records that refer to a deleted one. */
export type OnDelete = (typeof referenceActions)[number];

/** The user who creates a record, for a reference to `users`. */
type CurrentUserOf<R> = 'users' extends R ? DynamicDefault<'currentUser.id'> : never;

/** The options of a reference field. */
export interface ReferenceOptions<R extends string = string> extends CommonOptions {
  /**
   * What happens to a record when its target is deleted: `restrict` rejects the deletion of a record in use,
   * `setNull` empties the field, `cascade` deletes the record as well.
   * @example reference('books', { onDelete: 'cascade' })
   */
  readonly onDelete?: OnDelete;
  /**
   * What happens if a deletion would delete, or empty fields of, records that the user may not read:
   * `restrict` fails with IN_USE, `allow` includes them and reveals only their number.
   * @example reference('customers', { onDelete: 'cascade', onDeleteHidden: 'allow' })
   */
  readonly onDeleteHidden?: OnDeleteHidden;
  /**
   * The default id in new records; for a reference to `users` also `currentUser.id`.
   * @example reference('genres', { default: '0190a1b2-0000-7000-8000-000000000001' })
   */
  readonly default?: string | CurrentUserOf<R>;
}

/** Replaces the id of a record that the reader may not read; written back, it changes nothing. */
export const HIDDEN_ID = '00000000-0000-0000-0000-000000000000';

/** What happens if a deletion would affect records that the user may not read. */
export const hiddenActions = ['restrict', 'allow'] as const;

/** See `hiddenActions`. */
export type OnDeleteHidden = (typeof hiddenActions)[number];

/** A reference in the output: enough to show and link it without a second call. */
export interface Referenced {
  readonly id: string;
  readonly label: string;
  /** Whether the record is archived. */
  readonly archived?: true;
  /** Whether the reader may not read the record: `id` is then `HIDDEN_ID`, and `label` is empty. */
  readonly hidden?: true;
}

/** Reports an unknown effect of a deletion. */
export const checkDeletion = (
  { onDelete, onDeleteHidden }: Pick<ReferenceOptions, 'onDelete' | 'onDeleteHidden'>,
  report: Report,
): void => {
  if (onDeleteHidden !== undefined && !hiddenActions.includes(onDeleteHidden))
    report('onDeleteHidden', onDeleteHidden, 'must be "restrict" or "allow"');
  if (onDelete !== undefined && !referenceActions.includes(onDelete))
    report('onDelete', onDelete, 'must be "restrict", "setNull" or "cascade"');
};

/** A foreign key. */
const kind: Kind<ReferenceOptions & { readonly to: string }> = {
  name: 'reference',
  options: { to: '', onDelete: 'restrict', onDeleteHidden: 'restrict', default: undefined },
  operators: ['eq', 'ne'],
  defaultSources: ['currentUser.id'],
  column: () => ({ type: 'uuid', sql: 'uuid' }),
  schema: (z) => z.uuid().toLowerCase(),
  output: (z) =>
    z.object({
      id: z.uuid(),
      label: z.string(),
      archived: z.literal(true).optional(),
      hidden: z.literal(true).optional(),
    }),
  check: (options, report) => {
    checkDeletion(options, report);
    if (options.onDelete === 'setNull' && options.required)
      report('onDelete', options.onDelete, 'cannot empty a required field; use "restrict" or "cascade"');
  },
  samples: {
    options: { to: 'specimens' },
    // The tests know the existing records.
    valid: () => undefined,
    invalid: () => [['x', 'errors.invalid']],
  },
};

/** A reference to a record of another resource: its input is an id, its output `{ id, label }`. */
export const reference = Object.assign(
  <const R extends string, const O extends Stated<ReferenceOptions<NoInfer<R>>> = Record<never, never>>(
    to: Quoted<R>,
    options?: Exactly<O, ReferenceOptions<NoInfer<R>>>,
  ) => field<Built<O, string, Referenced, Equality> & { readonly to: R }>(kind, { ...options, to }),
  { kind },
);
