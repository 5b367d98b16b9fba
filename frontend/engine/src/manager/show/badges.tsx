import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { Badge as Marked } from '#frontend/shell/components/badge.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { overridesOf } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';

/** Renders the exceptional values of a record: the values that most records do not have. */
export function Badges({ resource, item }: { resource: Resource; item: ManagerRecord }) {
  const labels = useLabels();
  return exceptionsOf(resource, item).map((field) => {
    const { Show, Badge = Show } = fieldComponents(field.kind);
    return (
      <Marked key={field.name} title={labels.field(resource, field)}>
        <bdi>
          <Badge resource={resource} field={field} value={item[field.name]} />
        </bdi>
      </Marked>
    );
  });
}

/** Returns the fields with exceptional values, without the fields of panels. */
function exceptionsOf(resource: Resource, item: ManagerRecord): ResourceField[] {
  const { inPanels = [] } = overridesOf(resource.name);
  return Object.values<ResourceField>(resource.fields).filter(({ kind, name, usual, default: fallback }) => {
    const value = item[name];
    const isShown = value !== null && value !== undefined && !inPanels.includes(name);
    return isShown && fieldComponents(kind).isExceptional?.(value, usual ?? fallback);
  });
}

/**
 * Returns the fields in the heading of a record's page: the badges and the label, unless the label is a link
 * to another record or consists of several fields.
 */
export function shownInHeading(resource: Resource, item: ManagerRecord): string[] {
  const label = resource.fields[resource.label];
  return [
    ...(label && label.to === undefined ? [label.name] : []),
    ...exceptionsOf(resource, item).map(({ name }) => name),
  ];
}
