import { useId } from 'react';
import { AppNavLink } from '../../layout/app-link.tsx';
import { type MenuGroup, type MenuItem, useMenu } from './menu.ts';
import styles from './menu-list.module.css';

/**
 * Renders the menu items. If collapsed, their labels become tooltips and stay readable for screen readers.
 */
export function MenuList({ collapsed = false }: { collapsed?: boolean }) {
  const groups = useMenu();
  return (
    <div className={styles.menu} data-collapsed={collapsed || undefined}>
      {groups.map((group) => (
        <Group key={group.items[0]!.to} {...group} />
      ))}
    </div>
  );
}

function Group({ label, items }: MenuGroup) {
  const id = useId();
  return (
    <div className={styles.group}>
      {label !== undefined && (
        <p className={styles.heading} id={id}>
          {label}
        </p>
      )}
      <ul {...(label !== undefined && { 'aria-labelledby': id })}>
        {items.map((item) => (
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
      <Icon className={styles.icon} size={18} aria-hidden="true" />
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
