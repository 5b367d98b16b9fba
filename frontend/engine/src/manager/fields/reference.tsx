import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DelegatedLink } from '#frontend/shell/layout/delegated-link.tsx';
import { addresses, resourceNamed } from '../resource.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { isHiddenRecord, useLabelled, useReferenceLabel } from './base/hidden-record.ts';
import { ReferenceFilter, ReferenceInput } from './inputs/reference-input.tsx';

/** Shows the record's label, as a link if the user may read the record. */
function Show({ field, value }: ShowProps) {
  const nameOf = useReferenceLabel();
  // The history and the URL contain only ids.
  if (typeof value === 'string') return <LabelOfId field={field} value={value} />;
  const record = value as Referenced;
  const target = resourceNamed(field.to)!;
  const name = (
    <>
      <bdi>{nameOf(target, record)}</bdi>
      <ArchivedMark value={record} />
    </>
  );
  if (!mayOpen(target, record)) return name;
  return (
    <AppLink className={styles.link} to={addresses.show(target.name, record.id)}>
      {name}
    </AppLink>
  );
}

const mayOpen = (target: Resource, record: Referenced) =>
  may(target.singular, 'read') && !isHiddenRecord(target, record);

/** Without its own isolation: the cell of a list has the direction of its text. */
function Text({ field, value }: ShowProps) {
  const nameOf = useReferenceLabel();
  return (
    <>
      {nameOf(resourceNamed(field.to)!, value as Referenced)}
      <ArchivedMark value={value as Referenced} />
    </>
  );
}

/** Lists handle the links of their rows. */
function Cell(props: ShowProps) {
  const target = resourceNamed(props.field.to)!;
  const record = props.value as Referenced;
  if (!mayOpen(target, record)) return <Text {...props} />;
  return (
    <DelegatedLink className={styles.inkLink} to={addresses.show(target.name, record.id)}>
      <Text {...props} />
    </DelegatedLink>
  );
}

/** Marks a reference to an archived record. */
function ArchivedMark({ value }: { value: Referenced }) {
  const { t } = useTranslation();
  return value.archived ? <span className={styles.archived}> ({t('manager.archive.mark')})</span> : null;
}

/** Shows a record of which only the id is known. */
export function LabelOfId({ field, value }: { field: ShowProps['field']; value: string }) {
  const [record] = useLabelled(resourceNamed(field.to)!, [value]);
  return <bdi>{record!.label}</bdi>;
}

/** A reference to a record of another resource. */
export const kind: FieldKind = {
  Show,
  Cell,
  Text,
  Input: ReferenceInput,
  filter: {
    operators: ['eq', 'ne', 'empty', 'notEmpty'],
    takesSeveral: true,
    Input: ReferenceFilter,
    Value: LabelOfId,
  },
  share: 2.5,
  toInput: (json) => json ?? undefined,
  toJson: (input) => (input as Referenced | undefined)?.id ?? null,
};
