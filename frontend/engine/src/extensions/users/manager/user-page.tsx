import { useTranslation } from 'react-i18next';
import { useLabels } from '#frontend/manager/labels.ts';
import type { ShowPageProps } from '#frontend/manager/overrides.ts';
import { labelOf, useResource } from '#frontend/manager/resource.ts';
import { GeneratedPage } from '#frontend/manager/show/show-page.tsx';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { isBanned, toUser } from './user.ts';

/** Renders the page of a user, with name and picture as in the list, and an exceptional role beside them. */
export default function UserPage(props: ShowPageProps) {
  const resource = useResource();
  const labels = useLabels();
  const { t } = useTranslation();
  const user = toUser(props.item);
  const { name, email, role: value } = user;
  const { role } = resource.fields;
  const title = name || labelOf(resource, props.item);
  return (
    <GeneratedPage
      {...props}
      title={title}
      picture={<Avatar name={title} size="3.5rem" />}
      description={name ? email : undefined}
      badges={
        <>
          {role && value !== (role.usual ?? role.default) && (
            <Badge title={labels.field(resource, role)}>{labels.option(resource, role, value)}</Badge>
          )}
          {isBanned(user) && <Badge tone="bad">{t('manager.users.is.banned')}</Badge>}
        </>
      }
    />
  );
}
