import type { SavedView, ViewChanges } from '@bindery/contract/records/views.ts';
import {
  ChevronDown,
  Ellipsis,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { closePopover, Popover } from '#frontend/shell/components/popover.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { addresses } from '../../resource.ts';
import type { List } from '../state/use-list.ts';
import { AtSaveViewPlace } from './save-view-place.tsx';
import { mayShareDefaults, updateView, type Views } from './use-views.ts';
import styles from './views.module.css';

const dialogs = () => import('./view-dialogs.tsx');
const SaveDialog = lazyDialog(async () => ({ default: (await dialogs()).SaveDialog }));

/** A list and its saved views. */
export interface ViewsProps {
  list: List;
  views: Views;
}

/** Renders the saved views of a list, and the buttons that save its state. */
export function ViewsBar({ list, views }: ViewsProps) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const { current, state, isChanged } = views;
  const bar = useRef<HTMLDivElement>(null);
  // The clicked button disappears when the view is saved, and the menu when it is deleted: the tab takes the
  // focus.
  const losesFocus = useRef(false);
  const expectLoss = () => {
    losesFocus.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when the buttons go
  useEffect(() => {
    if (!losesFocus.current || document.activeElement !== document.body) return;
    losesFocus.current = false;
    bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [isChanged, current]);
  const save = () => {
    expectLoss();
    setSaving(true);
  };
  const update = () => {
    expectLoss();
    void changeView(current!, state);
  };
  const hasArchive = list.resource.archive && may(list.resource.singular, 'restore');
  // Without anything to choose, the rows use the space.
  const hasTabs = views.views.length > 0 || hasArchive;
  return (
    <>
      {hasTabs && (
        <div ref={bar} className={styles.bar}>
          <ViewTabs list={list} views={views} hasArchive={hasArchive} onDialog={expectLoss} />
          {current?.isIncomplete && <p className={styles.note}>{t('manager.views.incomplete')}</p>}
        </div>
      )}
      {isChanged && (
        <AtSaveViewPlace>
          {current?.isOwn && (
            <Button variant="quiet" className={styles.button} onClick={update}>
              {t('manager.views.update')}
            </Button>
          )}
          <Button variant="quiet" className={styles.button} onClick={save}>
            {t('manager.views.save')}
          </Button>
        </AtSaveViewPlace>
      )}
      {saving && <SaveDialog list={list} views={views} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Changes a view and shows whether it has succeeded. */
async function changeView(view: SavedView, changes: ViewChanges): Promise<void> {
  try {
    await updateView(view, changes);
    await notify('success', translate('manager.views.saved'));
  } catch (error) {
    await notifyError(error, translate('manager.views.failed'));
  }
}

/** The maximum number of view tabs; further views are in a menu. */
const TABS = 5;

interface ViewTabsProps extends ViewsProps {
  /** Whether the archive has a tab. */
  hasArchive: boolean;
  onDialog: () => void;
}

/** Renders the views as links, and the menu of the views that have no tab. */
function ViewTabs({ list, views, hasArchive, onDialog }: ViewTabsProps) {
  const { t } = useTranslation();
  const { current } = views;
  const tabs = useRef<HTMLUListElement>(null);
  // On a phone the tabs scroll sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when another tab is current
  useLayoutEffect(() => scrollToCurrent(tabs.current!), [current, list.address.archived]);
  const shown = views.views.slice(0, TABS);
  // The current view always has a tab.
  if (current && !shown.includes(current)) shown.splice(TABS - 1, 1, current);
  return (
    <nav className={styles.tabs} aria-label={t('manager.views.label')}>
      <ul ref={tabs} className={styles.list}>
        <li className={styles.tab} data-current={!current && !list.address.archived}>
          <ViewLink views={views} isArchive={list.address.archived} />
        </li>
        {shown.map((view) => (
          <li key={view.id} className={styles.tab} data-current={view === current}>
            <ViewLink views={views} view={view} />
            {view === current && (
              <ViewActions list={list} view={view} isOpening={view.isDefault} onDialog={onDialog} />
            )}
          </li>
        ))}
        {hasArchive && (
          <li className={styles.tab} data-current={list.address.archived === true}>
            <AppLink
              className={styles.link ?? ''}
              to={addresses.archive(list.resource.name)}
              aria-current={list.address.archived ? 'page' : undefined}
              preventScrollReset
            >
              {t('manager.archive.title')}
            </AppLink>
          </li>
        )}
      </ul>
      {views.views.length > TABS && (
        <Popover
          button={
            <>
              {t('manager.views.more')}
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
      )}
    </nav>
  );
}

/** Scrolls the tabs, but not the page, so that the whole current tab is visible. */
function scrollToCurrent(tabs: HTMLElement) {
  const tab = tabs.querySelector('[data-current=true]');
  if (!tab || tabs.scrollWidth <= tabs.clientWidth) return;
  const [box, own] = [tabs, tab].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect];
  tabs.scrollLeft += own.left + own.width / 2 - (box.left + box.width / 2);
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
  return (
    <AppLink
      className={styles.link ?? ''}
      to={views.linkTo(view)}
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
      // A popover stays open when the URL changes.
      onClick={closePopover}
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

const RenameDialog = lazyDialog(async () => ({ default: (await dialogs()).RenameDialog }));
const DeleteDialog = lazyDialog(async () => ({ default: (await dialogs()).DeleteViewDialog }));

interface ViewActionsProps {
  list: List;
  view: SavedView;
  /** Whether the list opens with this view. */
  isOpening: boolean;
  /** Called before a dialog opens, because the menu may disappear with its view. */
  onDialog: () => void;
}

interface ViewAction {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly act: () => void;
}

/** Renders the menu of a view, with the actions that the user may perform. */
function ViewActions({ list, view, isOpening, onDialog }: ViewActionsProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  // A shared default view is the default of other users too.
  const isForOthers = view.isOwn && view.shared && mayShareDefaults(list.resource);
  const close = () => setDialog(undefined);
  const open = (which: 'rename' | 'delete') => {
    onDialog();
    setDialog(which);
  };
  const change = (changes: ViewChanges) => void changeView(view, changes);
  const own: ViewAction[] = [
    { label: t('manager.views.rename'), Icon: Pencil, act: () => open('rename') },
    {
      Icon: view.shared ? UserRound : UsersRound,
      label: t(view.shared ? 'manager.views.unshare' : 'manager.views.shareIt'),
      act: () => change({ shared: !view.shared }),
    },
  ];
  const actions: ViewAction[] = [
    ...(view.isOwn ? own : []),
    {
      Icon: isOpening ? PinOff : Pin,
      label: t(
        isOpening
          ? 'manager.views.unsetDefault'
          : isForOthers
            ? 'manager.views.setSharedDefault'
            : 'manager.views.setDefault',
      ),
      act: () => change({ isDefault: !isOpening }),
    },
    ...(view.mayDelete
      ? [{ label: t('manager.views.delete'), Icon: Trash2, isDanger: true, act: () => open('delete') }]
      : []),
  ];
  const label = t('manager.views.actions', { name: view.name });
  return (
    <>
      <Popover
        button={
          <>
            <Ellipsis size={16} aria-hidden="true" />
            <span className="only-for-screen-readers">{label}</span>
          </>
        }
        buttonClassName={styles.actions}
        label={label}
      >
        <ul className={styles.menu}>
          {actions.map(({ label: text, Icon, isDanger, act }) => (
            <li key={text}>
              <Button
                variant="quiet"
                className={styles.action}
                data-danger={isDanger}
                onClick={() => {
                  closePopover();
                  act();
                }}
              >
                <Icon size={16} aria-hidden="true" />
                {text}
              </Button>
            </li>
          ))}
        </ul>
      </Popover>
      {dialog === 'rename' && <RenameDialog view={view} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog list={list} view={view} onClose={close} />}
    </>
  );
}
