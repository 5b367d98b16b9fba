import { useEffect, useState } from 'react';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { onFreshSessionWanted } from '../http/fresh-session.ts';

const FreshSessionDialog = lazyDialog(() => import('./fresh-session-dialog.tsx'));

/** Opens the fresh-session dialog, on every page of both areas. */
export function FreshSessionHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onFreshSessionWanted(() => setOpen(true)), []);
  return open && <FreshSessionDialog onClose={() => setOpen(false)} />;
}
