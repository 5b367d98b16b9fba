import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { api } from '#frontend/shell/http/api.ts';
import styles from './developers.module.css';
import { Section } from './section.tsx';

type Account = DeveloperOverview['accounts'][number];

/** Renders a button per role, and one for anonymous visitors, which opens the product as they see it. */
export function ViewAs({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation();
  const taken = accounts.filter(({ state }) => state === 'taken');
  const missing = accounts.filter(({ state }) => state === 'missing');
  return (
    <Section title={t('developers.page.see.title')}>
      <ul className={styles.roles}>
        {accounts
          .filter(({ state }) => state !== 'taken')
          .map(({ role, email }) => (
            <li key={role}>
              <RoleButton name={role} by={email} />
            </li>
          ))}
        <li>
          <RoleButton name="public" by={t('developers.page.see.signedOut')} />
        </li>
      </ul>
      <ul className={styles.soft}>
        <li>{t('developers.page.see.text')}</li>
        {missing.length > 0 && <li>{t('developers.page.see.missing', { accounts: addresses(missing) })}</li>}
        {taken.length > 0 && <li>{t('developers.page.see.taken', { accounts: addresses(taken) })}</li>}
        <li>{t('developers.page.see.one')}</li>
      </ul>
    </Section>
  );
}

const addresses = (accounts: readonly Account[]) =>
  accounts.map(({ role, email }) => `${role} (${email})`).join(', ');

function RoleButton({ name, by }: { name: string; by: string }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  async function view() {
    setBusy(true);
    try {
      await api.developers.viewAs({ body: { role: name } });
      // A full page load discards all data that was loaded as the admin; the server finds the page of the role.
      location.assign('/login');
    } catch (error) {
      setBusy(false);
      await notifyError(error, t('developers.page.see.failed', { role: name }));
    }
  }
  return (
    <Button busy={isBusy} onClick={view} title={by}>
      {name}
    </Button>
  );
}
