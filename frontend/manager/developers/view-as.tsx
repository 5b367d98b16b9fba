import { useState } from 'react';
import type { DeveloperOverview } from '#contract/developers/routes.ts';
import { Button } from '../../components/button.tsx';
import { notifyError } from '../../components/notify-error.ts';
import { http } from '../../http/http.ts';
import styles from './developers.module.css';
import { Section } from './section.tsx';

type Account = DeveloperOverview['accounts'][number];

/** Renders a button for each role, which opens the product as the sample account of the role sees it. */
export function ViewAs({ accounts }: { accounts: readonly Account[] }) {
  const others = accounts.filter(({ isAdministrator }) => !isAdministrator);
  const administrators = accounts.filter(({ isAdministrator }) => isAdministrator);
  return (
    <Section title="View as">
      <ul className={styles.roles}>
        {others.map((account) => (
          <li key={account.role}>
            <RoleButton account={account} />
          </li>
        ))}
      </ul>
      <ul className={styles.soft}>
        <li>A banner leads back to the manager. It ends by itself after an hour.</li>
        <li>
          Nobody can act as {administrators.map(({ role, email }) => `${role} (${email})`).join(', ')}: sign
          in with the code at <a href="/outbox">/outbox</a>.
        </li>
        <li>
          <code>public</code> is whoever is not signed in: open{' '}
          <a href="/app" target="_blank" rel="noreferrer">
            {location.origin}
          </a>{' '}
          in a private window, or call the API without a cookie.
        </li>
      </ul>
    </Section>
  );
}

function RoleButton({ account: { role, email, user } }: { account: Account }) {
  const [isBusy, setBusy] = useState(false);
  if (user === null)
    return (
      <span className={styles.soft}>
        {role}: {email} is not there, has another role, or is banned.
      </span>
    );
  async function view() {
    setBusy(true);
    try {
      await http.post(`/api/users/${user}/impersonate`);
      // A full page load discards all data that was loaded as the admin; the server finds the page of the role.
      location.assign('/login');
    } catch (error) {
      setBusy(false);
      await notifyError(error, `The product could not be opened as ${role}.`);
    }
  }
  return (
    <Button busy={isBusy} onClick={view} title={email}>
      View as {role}
    </Button>
  );
}
