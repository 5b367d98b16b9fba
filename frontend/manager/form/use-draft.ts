import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { currentSession } from '../../auth/session.ts';
import { ownDrafts } from '../../session/drafts.ts';
import { useDraftOf } from '../../session/use-draft-of.ts';
import type { FormValues } from './values.ts';

/**
 * What was typed into this form before the visitor's session ended; undefined where nothing was. When it ends now, as
 * the page goes to the login by itself, `typed` is kept, and found here once the visitor has come back.
 */
export function useDraft(typed: () => FormValues): FormValues | undefined {
  const { pathname } = useLocation();
  const [drafts] = useState(ownDrafts);
  const draft = useDraftOf<FormValues>(pathname);
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
