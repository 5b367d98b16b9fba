import { useMany } from '@refinedev/core';
import type { Referenced } from '#contract/schema/fields/reference.ts';
import { may } from '../../auth/session.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { addresses, labelOf, type ManagerRecord, resourceNamed } from '../resource.ts';
import type { FieldKind, ShowProps } from './field.ts';
import styles from './fields.module.css';
import { ReferenceFilter } from './inputs/reference-filter.tsx';
import { ReferenceInput } from './inputs/reference-input.tsx';

/** Shows the record's label, as a link if the user may read the record. */
function Show({ field, value }: ShowProps) {
  // The history and the URL contain only ids.
  if (typeof value === 'string') return <LabelOfId field={field} value={value} />;
  const { id, label } = value as Referenced;
  const target = resourceNamed(field.to)!;
  const name = <bdi>{label}</bdi>;
  if (!may(target.singular, 'read')) return name;
  return (
    <AppLink className={styles.link} to={addresses.show(target.name, id)}>
      {name}
    </AppLink>
  );
}

/** Without isolation of its own: the cell of a list has the direction of its text. */
function Cell({ field, value }: ShowProps) {
  const { id, label } = value as Referenced;
  const target = resourceNamed(field.to)!;
  if (!may(target.singular, 'read')) return label;
  return (
    <AppLink className={styles.link} to={addresses.show(target.name, id)}>
      {label}
    </AppLink>
  );
}

function LabelOfId({ field, value }: { field: ShowProps['field']; value: string }) {
  const target = resourceNamed(field.to)!;
  const { result, query } = useMany<ManagerRecord>({
    resource: target.name,
    ids: [value],
    errorNotification: false,
  });
  const item = result.data?.[0];
  return <bdi>{item ? labelOf(target, item) : query.isLoading ? '…' : value}</bdi>;
}

/** A reference to a record of another resource. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input: ReferenceInput,
  filter: {
    operators: ['eq', 'ne', 'empty', 'notEmpty'],
    takesSeveral: true,
    Input: ReferenceFilter,
    Value: LabelOfId,
  },
  share: 2,
  toInput: (json) => json ?? undefined,
  toJson: (input) => (input as Referenced | undefined)?.id ?? null,
};
