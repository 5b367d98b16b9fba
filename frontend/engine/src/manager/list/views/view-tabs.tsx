import type { SavedView } from '@bindery/contract/records/views.ts';
import { ChevronDown, UsersRound } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { addresses } from '../../resource.ts';
import { ViewActions } from './view-actions.tsx';
import styles from './views.module.css';
import type { ViewsProps } from './views-bar.tsx';

/** The maximum number of view tabs; further views are in a menu, and on phones all of them. */
const TABS = 5;

/** Renders the views as links, and the menu of the views that have no tab. */
export function ViewTabs({ list, views, onDialog }: ViewsProps & { onDialog: () => void }) {
  const { t } = useTranslation();
  const { current } = views;
  const { name, singular, archive } = list.resource;
  const hasArchive = archive && may(singular, 'restore');
  const shown = views.views.slice(0, TABS);
  // The current view always has a tab.
  if (current && !shown.includes(current)) shown.splice(TABS - 1, 1, current);
  return (
    <nav className={styles.tabs} aria-label={t('manager.views.label')}>
      <ul className={styles.list}>
        <li
          className={styles.tab}
          data-current={!current && !list.address.archived}
          data-stays={hasArchive || undefined}
        >
          <ViewLink views={views} isArchive={list.address.archived} />
        </li>
        {shown.map((view) => (
          <li key={view.id} className={styles.tab} data-current={view === current}>
            <ViewLink views={views} view={view} />
            {view === current && (
              <ViewActions list={list} view={view} isOpening={view === views.opening} onDialog={onDialog} />
            )}
          </li>
        ))}
        {hasArchive && (
          <li className={styles.tab} data-current={list.address.archived === true} data-stays>
            <AppLink
              className={styles.link ?? ''}
              to={addresses.archive(name)}
              aria-current={list.address.archived ? 'page' : undefined}
              preventScrollReset
            >
              {t('manager.archive.title')}
            </AppLink>
          </li>
        )}
      </ul>
      {views.views.length > 0 && (
        <div className={styles.more} data-overflows={views.views.length > TABS}>
          <Popover
            button={
              <>
                <span className={styles.moreText}>{t('manager.views.more')}</span>
                <ChevronDown size={16} aria-hidden="true" />
              </>
            }
            buttonClassName={styles.moreButton}
            label={t('manager.views.label')}
          >
            <ul className={styles.menu}>
              {[undefined, ...views.views].map((view) => (
                <li key={view?.id ?? ''}>
                  <ViewLink views={views} view={view} />
                </li>
              ))}
            </ul>
          </Popover>
        </div>
      )}
    </nav>
  );
}

interface LinkProps {
  views: ViewsProps['views'];
  view?: SavedView | undefined;
  /** Whether the list shows the archive, which has its own tab. */
  isArchive?: boolean | undefined;
}

function ViewLink({ views, view, isArchive = false }: LinkProps) {
  const { t } = useTranslation();
  const isCurrent = views.current === view && !(isArchive && view === undefined);
  // A popover stays open when the URL changes.
  const close = ({ currentTarget }: MouseEvent) =>
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  return (
    <AppLink
      className={styles.link ?? ''}
      to={views.linkTo(view)}
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
      onClick={close}
    >
      <bdi className={styles.name}>{view ? view.name : t('manager.views.all')}</bdi>{' '}
      {view?.shared && (
        <>
          <UsersRound size={14} aria-hidden="true" />
          <span className="only-for-screen-readers">{t('manager.views.sharedBy')}</span>{' '}
        </>
      )}
      {isCurrent && views.isChanged && (
        <span
          className={styles.changed}
          role="img"
          aria-label={t('manager.views.edited')}
          title={t('manager.views.edited')}
        />
      )}
    </AppLink>
  );
}
