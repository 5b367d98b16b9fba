import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import { Fragment, lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceNamed } from '../resource.ts';
import type { FieldKind, ShowProps } from './base/field.ts';
import { useLabelled, useReferenceLabel } from './base/hidden-record.ts';
import { ReferenceFilter } from './inputs/reference-input.tsx';
import { LabelOfId, kind as reference } from './reference.tsx';

const ReferencesInput = lazy(() => import('./inputs/references-input.tsx'));

/** Shows the labels of the records, each as a link if the user may read it. */
function Show({ resource, field, value }: ShowProps) {
  const records = value as readonly (Referenced | string)[];
  const ids = records.filter((record) => typeof record === 'string');
  // The value of a form contains only ids.
  if (ids.length > 0) return <LabelsOfIds field={field} ids={ids} />;
  return (
    <Enumeration records={records as readonly Referenced[]}>
      {(record) => <reference.Show resource={resource} field={field} value={record} />}
    </Enumeration>
  );
}

/** Without links: a cell may have a hundred records. */
function Cell({ field, value }: ShowProps) {
  const nameOf = useReferenceLabel();
  return (
    <Enumeration records={value as readonly Referenced[]}>
      {(record) => <bdi>{nameOf(resourceNamed(field.to)!, record)}</bdi>}
    </Enumeration>
  );
}

function LabelsOfIds({ field, ids }: Pick<ShowProps, 'field'> & { ids: readonly string[] }) {
  const labelled = useLabelled(resourceNamed(field.to)!, ids);
  const records = field.join?.isOrdered
    ? labelled
    : labelled.sort((one, other) => one.label.localeCompare(other.label));
  return <Enumeration records={records}>{({ label }) => <bdi>{label}</bdi>}</Enumeration>;
}

interface EnumerationProps {
  readonly records: readonly Referenced[];
  readonly children: (record: Referenced) => ReactNode;
}

/** Renders records with commas between them. */
function Enumeration({ records, children }: EnumerationProps) {
  const { t } = useTranslation();
  return records.map((record, place) => (
    <Fragment key={record.id}>
      {place > 0 && t('manager.references.comma')}
      {children(record)}
    </Fragment>
  ));
}

/** References to any number of records of another resource. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input: (props) => <ReferencesInput {...props} />,
  filter: {
    operators: ['eq', 'all', 'ne', 'empty', 'notEmpty'],
    takesSeveral: true,
    Input: ReferenceFilter,
    Value: LabelOfId,
  },
  share: 3,
  wide: true,
  toInput: (json) => json ?? [],
  toJson: (input, { join }) => {
    const ids = ((input ?? []) as readonly Referenced[]).map(({ id }) => id);
    return join?.isOrdered ? ids : ids.sort();
  },
};
