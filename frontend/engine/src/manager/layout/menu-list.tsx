import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { store } from '#frontend/shell/browser/stored.ts';
import { AppNavLink } from '#frontend/shell/layout/app-link.tsx';
import { type MenuGroup, type MenuItem, matchesTerm, useMenu } from '../menu.ts';
import { readStoredJson } from '../stored-json.ts';
import styles from './menu-list.module.css';

/** A menu with fewer items has no search, because it is easy to survey. */
const MIN_SEARCHED = 12;

/**
 * Renders the menu items, in collapsible groups, with a search if there are many. If the menu is collapsed,
 * their labels become tooltips and stay readable for screen readers.
 */
export function MenuList({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const groups = useMenu();
  const [folded, toggle] = useFoldedGroups();
  const [typed, setTyped] = useState('');
  const isSearchable = !collapsed && groups.flatMap(({ items }) => items).length >= MIN_SEARCHED;
  const term = isSearchable ? typed.trim() : '';
  const found = groups.flatMap((group) => {
    const items = group.items.filter(({ label }) => matchesTerm(label, term));
    return items.length > 0 ? [{ ...group, items }] : [];
  });
  const openFirst = () => {
    const first = found[0]?.items[0];
    if (!first || term === '') return;
    if (first.outside) location.assign(first.to);
    else navigate(first.to);
    setTyped('');
  };
  return (
    <div className={styles.menu} data-collapsed={collapsed || undefined}>
      {isSearchable && (
        <input
          className={styles.search}
          type="search"
          aria-label={t('manager.frame.searchMenu')}
          placeholder={t('manager.frame.searchMenu')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && openFirst()}
        />
      )}
      {found.map((group) => (
        <Group
          key={group.items[0]!.to}
          group={group}
          isFolded={!collapsed && term === '' && folded.includes(group.name)}
          onToggle={() => toggle(group.name)}
        />
      ))}
      {found.length === 0 && <p className={styles.nothing}>{t('manager.palette.nothing')}</p>}
    </div>
  );
}

interface GroupProps {
  group: MenuGroup;
  isFolded: boolean;
  onToggle: () => void;
}

/** Renders a group. A collapsed one still shows the current page. */
function Group({ group: { label, items }, isFolded, onToggle }: GroupProps) {
  const id = useId();
  const { pathname } = useLocation();
  const shown = isFolded ? items.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) : items;
  return (
    <div className={styles.group}>
      {label !== undefined && (
        <button
          type="button"
          className={styles.heading}
          id={`${id}heading`}
          aria-expanded={!isFolded}
          onClick={onToggle}
        >
          {label}
          <ChevronDown className={styles.arrow} size={14} aria-hidden="true" />
        </button>
      )}
      <ul {...(label !== undefined && { 'aria-labelledby': `${id}heading` })}>
        {shown.map((item) => (
          <li key={item.to}>
            <Line {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ to, label, icon: Icon, outside, exact = false }: MenuItem) {
  const content = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </>
  );
  if (outside)
    return (
      <a className={styles.line} href={to} title={label}>
        {content}
      </a>
    );
  return (
    <AppNavLink className={styles.line ?? ''} to={to} end={exact} title={label}>
      {content}
    </AppNavLink>
  );
}

const storageKey = 'managerMenuFolded';

function read(): readonly string[] {
  const stored = readStoredJson(storageKey);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Returns the names of the menu's collapsed groups, and a toggle. Stored in this browser. */
function useFoldedGroups(): [readonly string[], (name: string) => void] {
  const [folded, setFolded] = useState(read);
  const toggle = (name: string) => {
    const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name];
    setFolded(next);
    store(storageKey, JSON.stringify(next));
  };
  return [folded, toggle];
}
