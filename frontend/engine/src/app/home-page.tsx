import ownSections from 'virtual:bindery/home-sections';
import { LayoutDashboard, Lock, UserRound } from 'lucide-react';
import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { may, useSession } from '#frontend/shell/auth/session.ts';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import { Drawing, Sheets } from '#frontend/shell/components/drawing.ts';
import { FirstSteps } from '#frontend/shell/developers/first-steps-space.tsx';
import { settings } from '#frontend/shell/http/init.ts';
import { hasTexts } from '#frontend/shell/i18n/backend.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import { features } from './feature.ts';
import styles from './home-page.module.css';

/** What extensions add to the home page. */
const sections = Object.entries(ownSections);

const sectionTexts = sections.map(([path]) => path.split('/')[2] ?? '').filter(hasTexts);

/** Loads the translations of the sections, whose extensions need not have a tab. */
export async function loader(): Promise<null> {
  await loadNamespaces(...sectionTexts);
  return null;
}

/**
 * Renders the home page: a welcome, the sections of features, links to both areas, and links to the
 * documentation.
 */
export function Component() {
  const { t } = useTranslation();
  const name = useSession()?.user.name ?? '';
  const { supportUrl } = settings();
  const own = features.filter(({ reads }) => may(reads, 'read'));
  usePageTitle();
  return (
    <div className={styles.page}>
      <section className={styles.welcome}>
        <h1>{t('app.home.welcome', { name })}</h1>
        {own.map(({ to, icon: Icon, intro, browse }) => (
          <Fragment key={to}>
            <p>{t(intro)}</p>
            <AppLink className={buttonClass('primary')} to={to}>
              <Icon size={18} aria-hidden="true" />
              {t(browse)}
            </AppLink>
          </Fragment>
        ))}
        {own.length + sections.length === 0 && <Otherwise />}
        <div className={styles.drawing} data-sheets={!Drawing || undefined}>
          {Drawing ? (
            <Drawing />
          ) : (
            <Suspense>
              <Sheets />
            </Suspense>
          )}
        </div>
      </section>
      {FirstSteps && <FirstSteps />}
      {sections.map(([path, Section]) => (
        <Section key={path} />
      ))}
      <Areas />
      <section className={styles.more} aria-labelledby="more">
        <h2 id="more">{t('app.home.more')}</h2>
        <ul>
          <li>
            <a href="/api/docs">{t('app.home.documentation')}</a>
          </li>
          {supportUrl && (
            <li>
              <a href={supportUrl}>{t('app.home.openIssue')}</a>
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}

/** Renders what a visitor finds for whom the app has no feature. */
function Otherwise() {
  const { t } = useTranslation();
  if (!may('apps', 'manager')) return <p>{t('app.home.nothing')}</p>;
  return (
    <>
      <p>{t('app.home.onlyManager')}</p>
      <AppLink className={buttonClass('primary')} to="/manager">
        {t('app.nav.manager')}
      </AppLink>
    </>
  );
}

/** Renders the manager as a place to go; before it their account for those without access. */
function Areas() {
  const { t } = useTranslation();
  const mayManage = may('apps', 'manager');
  const title = t('app.home.manager.title');
  const Icon = mayManage ? LayoutDashboard : UserRound;
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{t('app.home.areas')}</h2>
      <ul className={styles.areas}>
        <li className={`card ${styles.link}`}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          <h3>
            <AppLink to={mayManage ? '/manager' : '/app/account'}>
              {mayManage ? title : t('app.nav.account')}
            </AppLink>
          </h3>
          <p>{t(mayManage ? 'app.home.manager.text' : 'app.home.account')}</p>
        </li>
        {!mayManage && (
          <li className={styles.area}>
            <Lock size={20} strokeWidth={1.5} aria-hidden="true" />
            <h3>{title}</h3>
            <strong>{t('app.home.noAccess')}</strong>
            <p>{t('app.home.noAccessText')}</p>
          </li>
        )}
      </ul>
    </section>
  );
}
