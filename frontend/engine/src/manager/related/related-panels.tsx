import { areOpenAtFirst, reverseReferences } from '@bindery/contract/records/resources/reverse-references.ts';
import { type ManagerRecord, resourcesFor, useResource } from '../resource.ts';
import { RelatedPanel } from './related-panel.tsx';
import { useRelatedCounts } from './use-related.ts';

/** Renders a panel for each reference to a record, with the referring records; none in an archive. */
export function RelatedPanels({ item }: { item: ManagerRecord }) {
  const resource = useResource();
  const references = item.archivedAt ? [] : reverseReferences(resourcesFor('read'), resource.name);
  const countOf = useRelatedCounts({ to: resource.name, id: item.id, enabled: references.length > 0 });
  return references.map((reference) => (
    <RelatedPanel
      key={`${reference.resource.name} ${reference.field.name}`}
      reference={reference}
      isOnlyOne={references.filter((other) => other.resource === reference.resource).length === 1}
      item={item}
      count={countOf(reference)}
      isOpenAtFirst={areOpenAtFirst(references)}
    />
  ));
}
