import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router';
import { preload } from './preload.ts';

const onIntent = (to: LinkProps['to']) => {
  const load = () => preload(to);
  return { onPointerEnter: load, onFocus: load, onTouchStart: load };
};

/** Renders a link that preloads its page on hover, focus or touch. */
export function AppLink(props: LinkProps) {
  return <Link {...onIntent(props.to)} {...props} />;
}

/** Renders a navigation link that preloads its page and is marked when its page is current. */
export function AppNavLink(props: NavLinkProps) {
  return <NavLink {...onIntent(props.to)} {...props} />;
}
