import { useSearchParams } from 'react-router';
import { useSession } from '../auth/session.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { LanguageSelect, ThemeSelect } from '../shell/preferences.tsx';
import styles from './account-page.module.css';
import { ChangeName } from './change-name.tsx';
import { keepPreference } from './keep-preference.ts';
import { SignOut } from './sign-out.tsx';
import { UserCard } from './user-card.tsx';

/** The visitor's own account, the same in both areas. `state=change-name` in the address opens the drawer. */
export function Component() {
  const { t } = useTexts();
  const session = useSession();
  const [parameters, setParameters] = useSearchParams();
  usePageTitle(t('account.title'));
  if (!session) return null;
  const { user } = session;
  const changingName = parameters.get('state') === 'change-name';
  const setState = (state: string) =>
    setParameters(state ? { state } : {}, { preventScrollReset: true, replace: state === '' });
  return (
    <div className={styles.page}>
      <h1>{t('account.title')}</h1>
      <UserCard user={user} onChangeName={() => setState('change-name')} />
      <section className={styles.card} aria-labelledby="preferences">
        <h2 id="preferences">{t('account.preferences')}</h2>
        <LanguageSelect onChange={(language) => keepPreference({ language })} />
        <ThemeSelect onChange={(theme) => keepPreference({ theme })} />
      </section>
      <SignOut />
      {changingName && <ChangeName name={user.name} onClose={() => setState('')} />}
    </div>
  );
}
