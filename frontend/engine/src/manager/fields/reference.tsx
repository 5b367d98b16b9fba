import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DelegatedLink } from '#frontend/shell/layout/delegated-link.tsx';
import { addresses, resourceNamed } from '../resource.ts';
import { shownLabel } from '../shown-label.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { isHiddenRecord, useLabelled } from './base/hidden-record.ts';
import { ReferenceFilter, ReferenceInput } from './inputs/reference-input.tsx';

/** Shows the record's label, as a link if the user may read the record. */
function Show({ field, value }: ShowProps) {
  // The history and the URL contain only ids.
  if (typeof value === 'string') return <LabelOfId field={field} value={value} />;
  const { id, label } = value as Referenced;
  const target = resourceNamed(field.to)!;
  if (isHiddenRecord(target, value as Referenced)) return <HiddenRecord />;
  const name = (
    <>
      <bdi>{shownLabel(target, label)}</bdi>
      <ArchivedMark value={value as Referenced} />
    </>
  );
  if (!may(target.singular, 'read')) return name;
  return (
    <AppLink className={styles.link} to={addresses.show(target.name, id)}>
      {name}
    </AppLink>
  );
}

/** Without its own isolation: the cell of a list has the direction of its text. */
function Text({ field, value }: ShowProps) {
  const target = resourceNamed(field.to)!;
  if (isHiddenRecord(target, value as Referenced)) return <HiddenRecord />;
  return (
    <>
      {shownLabel(target, (value as Referenced).label)}
      <ArchivedMark value={value as Referenced} />
    </>
  );
}

/** Lists handle the links of their rows. */
function Cell(props: ShowProps) {
  const target = resourceNamed(props.field.to)!;
  const record = props.value as Referenced;
  if (!may(target.singular, 'read') || isHiddenRecord(target, record)) return <Text {...props} />;
  return (
    <DelegatedLink className={styles.inkLink} to={addresses.show(target.name, record.id)}>
      <Text {...props} />
    </DelegatedLink>
  );
}

/** Represents a record that the user may not read. */
export function HiddenRecord() {
  const { t } = useTranslation();
  return t('manager.references.hidden');
}

/** Marks a reference to an archived record. */
function ArchivedMark({ value }: { value: Referenced }) {
  const { t } = useTranslation();
  return value.archived ? <span className={styles.archived}> ({t('manager.archive.mark')})</span> : null;
}

function LabelOfId({ field, value }: { field: ShowProps['field']; value: string }) {
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
