import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../layout/app-link.tsx';
import { usePageTitle } from '../../layout/page-title.ts';
import styles from './page.module.css';

/** A step on the way to the page: its name, and where it is. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
}

export interface PageProps {
  readonly title: string;
  /** The pages above this one, the nearest last; Home is before all of them. */
  readonly crumbs?: readonly Crumb[];
  /** What can be done here: links and buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the manager: the way to it, its heading, what can be done there, and its content. */
export function Page({ title, crumbs = [], actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Breadcrumbs crumbs={crumbs} title={title} />
        <h1>
          <bdi>{breakable(title)}</bdi>
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** An address that is too long for its line breaks before its domain. */
const breakable = (title: string) =>
  title.split(/(?=@)/).map((piece, place) => (
    <Fragment key={piece}>
      {place > 0 && <wbr />}
      {piece}
    </Fragment>
  ));

function Breadcrumbs({ crumbs, title }: { crumbs: readonly Crumb[]; title: string }) {
  const { t } = useTranslation();
  const steps = [{ label: t('manager.menu.home'), to: '/manager' }, ...crumbs];
  return (
    <nav className={styles.crumbs} aria-label={t('manager.breadcrumbs')}>
      <ol>
        {steps.map(({ label, to }) => (
          <li key={to}>
            <AppLink to={to}>
              <bdi>{label}</bdi>
            </AppLink>
          </li>
        ))}
        <li aria-current="page">
          <bdi>{title}</bdi>
        </li>
      </ol>
    </nav>
  );
}
