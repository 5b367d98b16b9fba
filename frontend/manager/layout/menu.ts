import {
  BookMarked,
  House,
  LayoutDashboard,
  type LucideIcon,
  SquareArrowOutUpRight,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/schema/index.ts';
import { useLabels } from '../labels.ts';
import { iconOf } from '../overrides.ts';
import { addresses, resourceGroups } from '../resource.ts';

/** One item of the menu. */
export interface MenuItem {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Not a route of the frontend, so it needs a plain link. */
  readonly outside?: boolean;
  /** Not marked as current on the pages below it. */
  readonly exact?: boolean;
}

/** Items under a common heading. The first and the last group have none. */
export interface MenuGroup {
  readonly name: string;
  readonly label: string | undefined;
  readonly items: readonly MenuItem[];
}

/** Returns the menu: the resources that the user may read, by the groups of resources.config.ts. */
export function useMenu(): MenuGroup[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const entry = (resource: Resource): MenuItem => ({
    to: addresses.list(resource.name),
    label: labels.plural(resource),
    icon: iconOf(resource.name),
  });
  const dashboard = { to: '/manager/dashboard', label: t('manager.menu.dashboard'), icon: LayoutDashboard };
  return [
    {
      name: 'home',
      label: undefined,
      items: [{ to: '/manager', label: t('manager.menu.home'), icon: House, exact: true }],
    },
    ...[...resourceGroups()].map(([group, resources]) => ({
      name: group,
      label: labels.group(group),
      items: [...(group === 'application' ? [dashboard] : []), ...resources.map(entry)],
    })),
    {
      name: 'more',
      label: undefined,
      items: [
        { to: '/manager/account', label: t('manager.menu.account'), icon: UserRound },
        { to: '/app', label: t('manager.menu.openApp'), icon: SquareArrowOutUpRight },
        { to: '/api/docs', label: t('manager.menu.apiDocumentation'), icon: BookMarked, outside: true },
      ],
    },
  ];
}
