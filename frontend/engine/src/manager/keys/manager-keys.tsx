import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { menuLetters, useMenu } from '../menu.ts';
import { areKeysOn, pressedKey, showHelp, useHelpOpen, useKeys } from './keys.ts';

const HelpSheet = lazyDialog(() => import('./help-sheet.tsx'));

/** How long a letter may come after "g", in milliseconds. */
const WAIT = 1500;

/** Handles the keys of every page of the manager, and renders the sheet that lists them. */
export function ManagerKeys() {
  const isHelpOpen = useHelpOpen();
  useKeys({ '?': () => showHelp(true) });
  useGoTo();
  return isHelpOpen && <HelpSheet onClose={() => showHelp(false)} />;
}

/** Goes to a menu item after "g" and its letter, before the letter means something else. */
function useGoTo() {
  const navigate = useNavigate();
  const items = useMenu().flatMap((group) => group.items);
  const latest = useRef({ navigate, items });
  useEffect(() => {
    latest.current = { navigate, items };
  });
  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      const key = areKeysOn() ? pressedKey(event) : undefined;
      if (key === undefined || event.shiftKey || key === 'Shift') return;
      const isSecond = event.timeStamp - since < WAIT;
      since = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isSecond) return;
      event.preventDefault();
      event.stopPropagation();
      const item = menuLetters(latest.current.items).get(key);
      if (item?.outside) location.assign(item.to);
      else if (item) latest.current.navigate(item.to);
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
