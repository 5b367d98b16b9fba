import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router';
import { preload } from './preload.ts';

const onIntent = (to: LinkProps['to']) => {
  const load = () => preload(to);
  return { onPointerEnter: load, onFocus: load, onTouchStart: load };
};

/** A link that loads its page as soon as the visitor seems to mean it: hover, focus or touch. */
export function AppLink(props: LinkProps) {
  return <Link {...onIntent(props.to)} {...props} />;
}

/** The same for navigation, where the link to the current page is marked. */
export function AppNavLink(props: NavLinkProps) {
  return <NavLink {...onIntent(props.to)} {...props} />;
}
