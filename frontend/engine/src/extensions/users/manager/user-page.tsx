import {
  Details,
  HistoryPanel,
  RecordActions,
  RecordFrame,
  RecordPanels,
  RelatedPanels,
  type ShowPageProps,
} from '#frontend/manager/parts/show.ts';
import { labelOf, useResource } from '#frontend/manager/resource.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { toUser } from './user.ts';

/** Renders the page of a user, with name and picture as in the list. */
export default function UserPage({ item, record, onChanged }: ShowPageProps) {
  const resource = useResource();
  const { name, email } = toUser(item);
  const title = name || labelOf(resource, item);
  return (
    <RecordFrame
      item={item}
      title={title}
      picture={<Avatar name={title} size="3.5rem" />}
      description={name ? email : undefined}
      actions={<RecordActions item={item} record={record} />}
      aside={<HistoryPanel item={item} />}
    >
      <Details item={item} onChanged={onChanged} />
      <RecordPanels item={item} onChanged={onChanged} />
      <RelatedPanels item={item} />
    </RecordFrame>
  );
}
