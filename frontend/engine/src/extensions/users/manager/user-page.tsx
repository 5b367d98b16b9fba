import type { ShowPageProps } from '#frontend/manager/overrides.ts';
import { labelOf, useResource } from '#frontend/manager/resource.ts';
import { GeneratedPage } from '#frontend/manager/show/show-page.tsx';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { toUser } from './user.ts';

/** Renders the page of a user, with name and picture as in the list. */
export default function UserPage(props: ShowPageProps) {
  const resource = useResource();
  const { name, email } = toUser(props.item);
  const title = name || labelOf(resource, props.item);
  return (
    <GeneratedPage
      {...props}
      title={title}
      picture={<Avatar name={title} size="3.5rem" />}
      description={name ? email : undefined}
    />
  );
}
