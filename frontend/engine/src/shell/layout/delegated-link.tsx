import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { preload } from './preload.ts';

interface DelegatedLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The absolute path of the page. */
  to: string;
}

/**
 * Renders a link to a page whose events an ancestor handles (`useDelegatedLinks`). For places with many
 * links: an `AppLink` subscribes to the location, so each of them would render again on every change of the
 * address.
 */
export function DelegatedLink({ to, ...props }: DelegatedLinkProps) {
  return <a {...props} href={to} data-delegated="" />;
}

const delegatedLink = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-delegated]') : null;

const preloadTarget = ({ target }: { target: EventTarget }) => {
  const link = delegatedLink(target);
  if (link) preload(link.pathname);
};

/**
 * Returns the handlers of an element that contains delegated links: they preload and open pages like
 * `AppLink`.
 */
export function useDelegatedLinks() {
  const navigate = useNavigate();
  return {
    onClick: (event: MouseEvent) => follow(event, navigate),
    onPointerOver: preloadTarget,
    onFocus: preloadTarget,
    onTouchStart: preloadTarget,
  };
}

function follow(event: MouseEvent, navigate: NavigateFunction) {
  const link = delegatedLink(event.target);
  const isForBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  if (!link || isForBrowser || event.defaultPrevented) return;
  event.preventDefault();
  void navigate(link.getAttribute('href')!);
}
