import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { currentSession } from '../../auth/session.ts';
import { ownDrafts } from '../../shell/drafts.ts';
import { useDraftOf } from '../../shell/use-draft-of.ts';
import type { Values } from './values.ts';

/**
 * What was typed into this form before the visitor's session ended; undefined where nothing was. When it ends now, as
 * the page goes to the login by itself, `typed` is kept, and found here once the visitor has come back.
 */
export function useDraft(typed: () => Values): Values | undefined {
  const { pathname } = useLocation();
  const [drafts] = useState(ownDrafts);
  const draft = useDraftOf<Values>(pathname);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  // Before the fields are gone, which take their values along.
  useLayoutEffect(
    () => () => {
      if (!currentSession()) drafts.keep(pathname, latest.current());
    },
    [drafts, pathname],
  );
  return draft;
}
