import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import styles from './related.module.css';

/** The number of further fields that fit next to the label. */
const MOST_FIELDS = 2;

interface RelatedRowProps {
  readonly resource: Resource;
  /** The field that refers to the record of the page. */
  readonly reference: ResourceField;
  readonly item: ManagerRecord;
}

/** Renders a related record: its label as a link, and the first other columns of its list. */
export function RelatedRow({ resource, reference, item }: RelatedRowProps) {
  const labels = useLabels();
  return (
    <li className={styles.row}>
      <AppLink className={styles.link} to={addresses.show(resource.name, item.id)}>
        <bdi>{labelOf(resource, item)}</bdi>
      </AppLink>
      {furtherFields(resource, reference).map((field) => {
        const { Show } = fieldComponents(field.kind);
        const value = item[field.name];
        return (
          <span key={field.name} className={styles.value}>
            {!isEmptyValue(value) && (
              <>
                <span className="only-for-screen-readers">{labels.field(resource, field)}: </span>
                <Show resource={resource} field={field} value={value} />
              </>
            )}
          </span>
        );
      })}
    </li>
  );
}

/** Returns the columns of the list that are neither part of the label nor the same in all related records. */
function furtherFields(resource: Resource, reference: ResourceField): ResourceField[] {
  const inLabel = resource.labelParts.flatMap((part) => ('field' in part ? [part.field] : []));
  return resource.list
    .filter((name) => name !== reference.name && !inLabel.includes(name))
    .slice(0, MOST_FIELDS)
    .flatMap((name) => resource.fields[name] ?? []);
}
