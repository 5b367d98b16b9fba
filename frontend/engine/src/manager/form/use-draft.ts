import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { ownDrafts } from '#frontend/shell/session/drafts.ts';
import { useDraftOf } from '#frontend/shell/session/use-draft-of.ts';
import type { FormValues } from './values.ts';

/**
 * Returns the draft that was saved when the user's session ended; undefined if there is none. If the session
 * ends now, which unmounts the page, saves the result of `typed` as the draft. Its name defaults to the path
 * of the page.
 */
export function useDraft(typed: () => FormValues, name?: string): FormValues | undefined {
  const { pathname } = useLocation();
  const place = name ?? pathname;
  const [drafts] = useState(ownDrafts);
  const draft = useDraftOf<FormValues>(place);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  // A layout effect, so that it runs before the fields unmount and lose their values.
  useLayoutEffect(
    () => () => {
      if (!currentSession()) drafts.keep(place, latest.current());
    },
    [drafts, place],
  );
  return draft;
}
