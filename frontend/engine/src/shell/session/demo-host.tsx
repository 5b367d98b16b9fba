import { useEffect, useState } from 'react';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { onDemoBlock } from '../http/demo.ts';

const DemoDialog = lazyDialog(() => import('./demo-dialog.tsx'));

/** Opens the demo dialog when a visitor of a demo server tries to change something. */
export function DemoHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onDemoBlock(() => setOpen(true)), []);
  return open && <DemoDialog onClose={() => setOpen(false)} />;
}
