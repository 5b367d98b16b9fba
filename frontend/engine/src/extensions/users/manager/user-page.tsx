import { useLabels } from '#frontend/manager/labels.ts';
import type { ShowPageProps } from '#frontend/manager/overrides.ts';
import { labelOf, useResource } from '#frontend/manager/resource.ts';
import { GeneratedPage } from '#frontend/manager/show/show-page.tsx';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { toUser } from './user.ts';

/** Renders the page of a user, with name and picture as in the list, and an exceptional role beside them. */
export default function UserPage(props: ShowPageProps) {
  const resource = useResource();
  const labels = useLabels();
  const { name, email, role: value } = toUser(props.item);
  const { role } = resource.fields;
  const title = name || labelOf(resource, props.item);
  return (
    <GeneratedPage
      {...props}
      title={title}
      picture={<Avatar name={title} size="3.5rem" />}
      description={name ? email : undefined}
      badges={
        role &&
        value !== (role.usual ?? role.default) && (
          <Badge title={labels.field(resource, role)}>{labels.option(resource, role, value)}</Badge>
        )
      }
    />
  );
}
