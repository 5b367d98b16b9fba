import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { useState } from 'react';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { http } from '#frontend/shell/http/http.ts';
import styles from './developers.module.css';
import { Section } from './section.tsx';

type Account = DeveloperOverview['accounts'][number];

/** Renders a button per role, and one for anonymous visitors, which opens the product as they see it. */
export function ViewAs({ accounts }: { accounts: readonly Account[] }) {
  const taken = accounts.filter(({ state }) => state === 'taken');
  const missing = accounts.filter(({ state }) => state === 'missing');
  return (
    <Section title="View as">
      <ul className={styles.roles}>
        {accounts
          .filter(({ state }) => state !== 'taken')
          .map(({ role, email }) => (
            <li key={role}>
              <RoleButton name={role} by={email} />
            </li>
          ))}
        <li>
          <RoleButton name="public" by="not signed in" />
        </li>
      </ul>
      <ul className={styles.soft}>
        <li>
          This browser is then signed in as the account of the role, and does all that it may do. A banner
          leads back here.
        </li>
        {missing.length > 0 && <li>Made when it is needed: {addresses(missing)}.</li>}
        {taken.length > 0 && (
          <li>Not to be viewed, as its account has another role or is banned: {addresses(taken)}.</li>
        )}
        <li>
          To see what one user of several sees, open them under <a href="/manager/users">Users</a> and act as
          them.
        </li>
      </ul>
    </Section>
  );
}

const addresses = (accounts: readonly Account[]) =>
  accounts.map(({ role, email }) => `${role} (${email})`).join(', ');

function RoleButton({ name, by }: { name: string; by: string }) {
  const [isBusy, setBusy] = useState(false);
  async function view() {
    setBusy(true);
    try {
      await http.post('/api/developers/view-as', { role: name });
      // A full page load discards all data that was loaded as the admin; the server finds the page of the role.
      location.assign('/login');
    } catch (error) {
      setBusy(false);
      await notifyError(error, `The product could not be opened as ${name}.`);
    }
  }
  return (
    <Button busy={isBusy} onClick={view} title={by}>
      View as {name}
    </Button>
  );
}
