import type { Resource } from '@bindery/contract/schema/index.ts';
import {
  BookMarked,
  History,
  House,
  LayoutDashboard,
  type LucideIcon,
  PanelTop,
  SquareArrowOutUpRight,
  UserRound,
  Wrench,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { pages } from '#frontend/shell/pages.ts';
import { useLabels } from './labels.ts';
import { iconOf, pageIcon } from './overrides.ts';
import { addresses, resourceGroups, resourceNamed } from './resource.ts';

/** One item of the menu. */
export interface MenuItem {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether the URL is outside the frontend's routes and needs a plain link. */
  readonly outside?: boolean;
  /** Whether the item is not current on the pages below it. */
  readonly exact?: boolean;
}

/** Items with a common heading. The first and the last group have no heading. */
export interface MenuGroup {
  readonly name: string;
  readonly label: string | undefined;
  readonly items: readonly MenuItem[];
}

/** Returns the menu pages of extensions that the user may open. */
const ownEntries = () =>
  Object.entries(pages).flatMap(([address, { area, menu, right, title, resource }]) => {
    const isThere = area === 'manager' && (resource === undefined || resourceNamed(resource));
    const isOpen = menu && isThere && (!right || may(...right));
    return isOpen ? [{ to: address as `/manager/${string}`, menu, title }] : [];
  });

/** Returns the menu: the resources that the user may read, in the groups of resources.config.ts. */
export function useMenu(): MenuGroup[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const { pathname } = useLocation();
  const own = ownEntries();
  const entry = (resource: Resource): MenuItem => ({
    to: addresses.list(resource.name),
    label: labels.plural(resource),
    icon: iconOf(resource.name),
    // A page of an extension below the list is the current item itself.
    exact: own.some(({ to }) => to === pathname),
  });
  const dashboard = { to: '/manager/dashboard', label: t('manager.menu.dashboard'), icon: LayoutDashboard };
  const history = { to: '/manager/history', label: t('manager.history.title'), icon: History };
  const ownOf = (group: string): MenuItem[] =>
    own
      .filter((page) => page.menu === group)
      .map(({ to, title }) => ({ to, label: title ? t(title) : to, icon: pageIcon(to) ?? PanelTop }));
  const groups = new Map([...resourceGroups()]);
  for (const { menu } of own) if (!groups.has(menu)) groups.set(menu, []);
  if (!groups.has('administration')) groups.set('administration', []);
  return [
    {
      name: 'home',
      label: undefined,
      items: [{ to: '/manager', label: t('manager.menu.home'), icon: House, exact: true }],
    },
    ...[...groups].map(([group, resources]) => ({
      name: group,
      label: labels.group(group),
      items: [
        ...(group === 'application' ? [dashboard] : []),
        ...resources.map(entry),
        ...ownOf(group),
        ...(group === 'administration' ? [history] : []),
      ],
    })),
    {
      name: 'more',
      label: undefined,
      items: [
        { to: '/manager/account', label: t('manager.menu.account'), icon: UserRound },
        { to: '/app', label: t('manager.menu.openApp'), icon: SquareArrowOutUpRight },
        { to: '/api/docs', label: t('manager.menu.apiDocumentation'), icon: BookMarked, outside: true },
        // Builds do not contain the page.
        ...(import.meta.env.DEV && may('user', 'impersonate')
          ? [{ to: '/manager/developers', label: t('manager.menu.developers'), icon: Wrench }]
          : []),
      ],
    },
  ];
}

/**
 * Returns the letters that lead to the menu items after "g": the first free letter of each address.
 * Addresses, because they are Latin in every language. Items without a free letter have none.
 */
export function menuLetters(items: readonly MenuItem[]): ReadonlyMap<string, MenuItem> {
  const letters = new Map<string, MenuItem>();
  for (const item of items) {
    const name = item.to === '/manager' ? 'home' : item.to.split('/').at(-1)!.toLowerCase();
    const letter = [...name].find((one) => /[a-z]/.test(one) && !letters.has(one));
    if (letter) letters.set(letter, item);
  }
  return letters;
}

/** Normalizes a text for matching, without case and accents: "emil" finds "Émile". */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns whether a text contains a search term, ignoring case and accents. */
export const matchesTerm = (text: string, term: string): boolean => normalize(text).includes(normalize(term));

/** Returns how far a text is from a search term: 0 if it starts with the term, 1 if one of its words does. */
export function distanceTo(term: string, text: string): number {
  const [searched, all] = [normalize(term), normalize(text)];
  if (all.startsWith(searched)) return 0;
  const words = all.replace(/[^\p{L}\p{N}]+/gu, ' ');
  return words.includes(` ${searched}`) ? 1 : 2;
}
