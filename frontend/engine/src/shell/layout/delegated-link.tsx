import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';
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
    onClick(event: MouseEvent) {
      const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
      const link = delegatedLink(event.target);
      const isForBrowser = button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
      if (!link || isForBrowser || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(link.getAttribute('href')!);
    },
    onPointerOver: preloadTarget,
    onFocus: preloadTarget,
    onTouchStart: preloadTarget,
  };
}
