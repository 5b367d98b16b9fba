import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiKeysSection } from '#frontend/account/api-keys-section.tsx';
import { type PreloadedResponse, startingWith } from '#frontend/manager/first-response.ts';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { api, type BodyOf, read } from '#frontend/shell/http/api.ts';
import { type ManagedUser, toUser } from './user.ts';
import { maySeeSessions, takenOver } from './user-sessions.ts';
import styles from './users.module.css';

type Keys = BodyOf<typeof api.users.listApiKeys>;

/** Renders a user's API keys, which an admin can revoke. They are created on the account page only. */
export default function ApiKeysPanel({ item }: RecordProps) {
  const user = toUser(item);
  return maySeeSessions(user) ? <ApiKeys user={user} /> : null;
}

function ApiKeys({ user: { id } }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const request = { params: { id } };
  const { data, isFetching, isError } = useQuery({
    queryKey: ['api-keys', id],
    queryFn: async () => (await read(() => api.users.listApiKeys(request))).body,
    ...startingWith(api.users.listApiKeys.url(request), ({ body }: PreloadedResponse<Keys>) => body),
    ...takenOver,
  });
  if (isFetching)
    return (
      <section className={styles.reading}>
        <h2>{t('account.apiKeys.title')}</h2>
        <Skeleton block="3rem" />
      </section>
    );
  return <ApiKeysSection of={id} first={isError ? undefined : data} className={styles.panel} />;
}
