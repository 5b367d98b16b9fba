import {
  createContext,
  Fragment,
  type ReactNode,
  type RefObject,
  use,
  useDeferredValue,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import styles from './page.module.css';

/** A breadcrumb: its label and its link. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface PageProps {
  /** The heading; undefined while it is loading: what is a heading gets the focus. */
  readonly title: string | undefined;
  /** The parent pages, the nearest last; Home precedes them. */
  readonly crumbs?: readonly Crumb[];
  /** The last breadcrumb, if it is shorter than the title. */
  readonly crumb?: string | undefined;
  /** A picture before the heading. */
  readonly picture?: ReactNode;
  /** What is exceptional about a record, next to the heading. */
  readonly badges?: ReactNode;
  /** The description of the page, below the heading. */
  readonly description?: string | undefined;
  /** Links and buttons next to the heading. */
  readonly actions?: ReactNode;
  /** The width of forms and settings; other pages are as wide as their content. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The length from which a text of the header may be truncated. */
const LONG_TEXT = 100;

/** Returns the whole text for a pointer that rests on it, if it may be truncated. */
const titleOf = (text: string) => (text.length > LONG_TEXT ? text : undefined);

/** Renders a page of the manager: breadcrumbs in the top bar, heading, actions and content. */
export function Page({ title, crumbs = [], crumb = title, picture, ...props }: PageProps) {
  const { badges, description, actions, narrow, children } = props;
  usePageTitle(title);
  // Only printed pages show it, so it is rendered after the first paint.
  const isPainted = useDeferredValue(true, false);
  const heading =
    title === undefined ? (
      <div className={styles.waiting}>
        <Skeleton inline="14rem" block="1.5rem" />
      </div>
    ) : (
      <h1 title={titleOf(title)}>
        <bdi className="match-parent line-clamp">{breakable(title)}</bdi>
      </h1>
    );
  const marks = badges && <div className={styles.badges}>{badges}</div>;
  const words = description && (
    <p className={styles.description} title={titleOf(description)}>
      <bdi className="match-parent">{breakable(description)}</bdi>
    </p>
  );
  return (
    <div className={styles.page} data-narrow={narrow}>
      {isPainted && <Printed />}
      <header className={styles.header}>
        <Breadcrumbs crumbs={crumbs} current={crumb} />
        <div className={styles.heading}>
          {picture}
          {picture ? (
            <div className={styles.besidePicture}>
              {heading}
              {marks}
              {words}
            </div>
          ) : (
            <>
              {heading}
              {marks}
            </>
          )}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {!picture && words}
      </header>
      {children}
    </div>
  );
}

/** Allows an email address that is too long for its line to break before the domain. */
const breakable = (text: string) =>
  text.split(/(?=@)/).map((piece, place) => (
    <Fragment key={piece}>
      {place > 0 && <wbr />}
      {piece}
    </Fragment>
  ));

/** Renders the head of a printed page, which is looked at later: the product, the address and the day. */
function Printed() {
  const { language } = useLanguage();
  const today = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format();
  return (
    <div className={styles.printed} aria-hidden="true">
      <Brand />
      <span>
        <bdi dir="ltr">{location.origin + location.pathname}</bdi> · {today}
      </span>
    </div>
  );
}

function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current: string | undefined }) {
  const { t } = useTranslation();
  const place = use(CrumbsPlace);
  const [bar, setBar] = useState(place?.current);
  // The top bar is committed with the first page, so the breadcrumbs are there before the first paint.
  useLayoutEffect(() => setBar(place?.current), [place]);
  const steps = [{ label: t('manager.menu.home'), to: '/manager' }, ...crumbs];
  const nav = (
    <nav className={styles.crumbs} aria-label={t('manager.breadcrumbs')}>
      <ol>
        {steps.map(({ label, to }) => (
          <li key={to}>
            <AppLink to={to}>
              <bdi className="truncate">{label}</bdi>
            </AppLink>
          </li>
        ))}
        <li aria-current="page">
          <bdi className="truncate">{current}</bdi>
        </li>
      </ol>
    </nav>
  );
  // At the first render the top bar is not in the document yet: shown here meanwhile, the breadcrumbs would
  // move the page.
  if (place) return bar ? createPortal(nav, bar) : null;
  return nav;
}

/**
 * The element of the top bar that shows the breadcrumbs of the page; undefined without a top bar. A ref: as
 * state of the layout, it would render the menu twice.
 */
export const CrumbsPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
